/**
 * Deterministic simulation of a whole cluster on one thread, in virtual time, from one seed: the production peer groups
 * over a store whose replies are late or lost, whose watches get lost and whose sessions expire; and the production
 * engine on each machine, over links that lose, repeat and delay frames.
 *
 * <p>Safety is checked at every turn; then faults stop and the cluster must converge. The same seed gives the same run.
 */
@NullMarked
package io.sardonyx.testkit.simulate;

import org.jspecify.annotations.NullMarked;
