/**
 * The coordinator as a process: an elected leader that decides which peer does what, and stand-bys that follow it.
 *
 * <pre>
 *   cluster's log ─▶ Follower ─▶ replica ─┐
 *                                         ├─▶ what is owed ─▶ EventWriter ─▶ coordinator's log
 *   coordinator's log ─▶ Follower ─▶ roster ┘        └─▶ Outbox ─▶ cluster's log (complete-job)
 *                                 leads while it holds the lease
 * </pre>
 *
 * <p>The one rule: what a leader does follows from the roster and the replica alone, so a stand-by that takes over has
 * nothing to be handed. Two leaders at once do no harm, since every event is checked again when it is applied.
 */
@NullMarked
package io.sardonyx.coordinate;

import org.jspecify.annotations.NullMarked;
