/**
 * Replay of logs and simulation of scheduling scenarios, without a cluster.
 *
 * <p>Nothing is decided here: {@link io.sardonyx.replay.Replay} folds entries with the commands of the core and
 * collects the reactions of all groups, {@link io.sardonyx.replay.SchedulingOutcome} runs the schedulers of the core.
 * The one rule: what is shown here is what the real cluster would do.
 */
@NullMarked
package io.sardonyx.replay;

import org.jspecify.annotations.NullMarked;
