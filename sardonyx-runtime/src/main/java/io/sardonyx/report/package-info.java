/**
 * Reports: counters and states of tasks and connections, as small values for people, programs and metrics.
 *
 * <p>A process counts for each of its tasks, {@link io.sardonyx.report.TaskStats}; summed over peers that is a
 * {@link io.sardonyx.report.TaskReport}, and what a group stores now and then a {@link io.sardonyx.report.JobReport}.
 * No decision depends on them.
 */
@NullMarked
package io.sardonyx.report;

import org.jspecify.annotations.NullMarked;
