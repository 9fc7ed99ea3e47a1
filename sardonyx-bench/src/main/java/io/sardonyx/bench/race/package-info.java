/** Lets engines do the same work, each cell in a process of its own, and compares. */
@NullMarked
package io.sardonyx.bench.race;

import org.jspecify.annotations.NullMarked;
