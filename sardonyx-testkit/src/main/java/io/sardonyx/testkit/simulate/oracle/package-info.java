/** Oracles: the invariants that a simulation checks at every step. */
@NullMarked
package io.sardonyx.testkit.simulate.oracle;

import org.jspecify.annotations.NullMarked;
