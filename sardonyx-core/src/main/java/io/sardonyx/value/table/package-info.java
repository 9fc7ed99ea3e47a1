/**
 * Immutable (persistent) collections that a replica is made of.
 *
 * <p>The one rule here: nothing iterates in hash order. {@link io.sardonyx.value.table.SortedTable} iterates by key,
 * {@link io.sardonyx.value.table.OrderedTable} and {@link io.sardonyx.value.table.OrderedSet} in insertion order, so
 * two processes that folded the same log iterate in the same order.
 */
@NullMarked
package io.sardonyx.value.table;

import org.jspecify.annotations.NullMarked;
