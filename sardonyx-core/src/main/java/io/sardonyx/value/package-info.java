/**
 * Value types: ids, sites, and the immutable (persistent) collections that a replica is made of.
 *
 * <p>The one rule here: nothing iterates in hash order. {@link io.sardonyx.value.SortedTable} iterates by key,
 * {@link io.sardonyx.value.OrderedTable} and {@link io.sardonyx.value.OrderedSet} in insertion order, so two processes
 * that folded the same log iterate in the same order.
 */
@NullMarked
package io.sardonyx.value;

import org.jspecify.annotations.NullMarked;
