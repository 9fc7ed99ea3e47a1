/**
 * Who works where: pure arithmetic over demands and workers, without a replica, a clock or a solver.
 *
 * <pre>
 *   demands ─▶ JobShares ─▶ TaskSplit ─▶ Placement ─▶ AssignmentPlan (stages, moves, why)
 *                 └── PeerCapacity: do that many peers fit, given tags and sites? ──┘
 * </pre>
 *
 * <p>{@link io.sardonyx.schedule.Planner} decides for everybody at once (allocation <em>planned</em>),
 * {@link io.sardonyx.schedule.Volunteering} for one peer at a time. The one rule: a verdict carries the numbers that
 * led to it ({@link io.sardonyx.schedule.Finding}), so that it can be checked and explained.
 */
@NullMarked
package io.sardonyx.schedule;

import org.jspecify.annotations.NullMarked;
