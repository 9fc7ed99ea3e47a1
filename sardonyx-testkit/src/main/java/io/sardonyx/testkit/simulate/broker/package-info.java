/** The simulated message broker: sessions that lose answers, get their messages late, and end when it restarts. */
@NullMarked
package io.sardonyx.testkit.simulate.broker;

import org.jspecify.annotations.NullMarked;
