/** The simulated network: links between machines that lose, delay and repeat frames, or are cut. */
@NullMarked
package io.sardonyx.testkit.simulate.network;

import org.jspecify.annotations.NullMarked;
