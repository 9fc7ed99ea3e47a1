/** Simulated jobs: random graphs, functions that take virtual time, inputs and outputs in memory. */
@NullMarked
package io.sardonyx.testkit.simulate.jobs;

import org.jspecify.annotations.NullMarked;
