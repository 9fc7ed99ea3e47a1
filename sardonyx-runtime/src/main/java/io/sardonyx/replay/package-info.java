/**
 * What a history or a scenario leads to, computed without a cluster.
 *
 * <p>Here nothing decides anything: {@link io.sardonyx.replay.Replay} folds entries with the commands of the core and
 * asks every group that is concerned for its reactions, {@link io.sardonyx.replay.SchedulingOutcome} asks the
 * schedulers of the core. The one rule: what is shown here is what the real cluster would do.
 */
@NullMarked
package io.sardonyx.replay;

import org.jspecify.annotations.NullMarked;
