/**
 * The words of the domain as values: ids, sites and the immutable collections that a replica is made of.
 *
 * <p>The one rule here: nothing iterates in hash order. {@link io.sardonyx.value.SortedTable} iterates by key,
 * {@link io.sardonyx.value.OrderedTable} and {@link io.sardonyx.value.OrderedSet} in order of arrival, so two processes
 * that folded the same history walk the same things in the same order.
 */
@NullMarked
package io.sardonyx.value;

import org.jspecify.annotations.NullMarked;
