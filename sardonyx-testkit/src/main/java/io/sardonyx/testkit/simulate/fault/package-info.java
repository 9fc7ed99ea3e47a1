/** Virtual time, and faults drawn from a seed. */
@NullMarked
package io.sardonyx.testkit.simulate.fault;

import org.jspecify.annotations.NullMarked;
