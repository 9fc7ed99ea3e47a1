/**
 * A whole cluster in one thread, under virtual time, from one seed: the production groups over a store that answers
 * late, lies about outcomes, forgets watches and loses sessions; and the production engine on each of them, over links
 * that lose, repeat and delay.
 *
 * <p>Safety is checked at every turn; then faults stop and the cluster must converge. The same seed is the same run.
 */
@NullMarked
package io.sardonyx.testkit.simulate;

import org.jspecify.annotations.NullMarked;
