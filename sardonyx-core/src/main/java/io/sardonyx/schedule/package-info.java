/**
 * Schedulers: assignment of peers to tasks as pure functions over demands and peers, without a replica, a clock or a
 * solver.
 *
 * <pre>
 *   demands ─▶ JobShares ─▶ TaskSplit ─▶ Placement ─▶ AssignmentPlan (stages, moves, why)
 *                 └── PeerCapacity: do that many peers fit, given tags and sites? ──┘
 * </pre>
 *
 * <p>{@link io.sardonyx.schedule.Planner} decides for all peers at once (allocation <em>planned</em>),
 * {@link io.sardonyx.schedule.Volunteering} for one peer at a time. The one rule: a decision carries the numbers that
 * led to it ({@link io.sardonyx.schedule.Finding}), so that it can be verified and explained.
 */
@NullMarked
package io.sardonyx.schedule;

import org.jspecify.annotations.NullMarked;
