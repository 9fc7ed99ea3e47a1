/**
 * JUnit extension that runs tests of users' jobs on a simulated cluster.
 *
 * <pre>{@code
 * @SimulatedCluster(groups = 5, runs = 200)
 * void everyWordArrives(SimulatedRun run) {
 *     run.play(job(run.input("lines", LINES), run.output("words")));
 *     assertThat(run.settled("words")).containsAll(WORDS);
 * }
 * }</pre>
 *
 * <p>The one rule: the same seed gives the same run, so a failure names its seed.
 */
@NullMarked
package io.sardonyx.testkit.junit;

import org.jspecify.annotations.NullMarked;
