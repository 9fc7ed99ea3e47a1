/** The same work by hand: what the machine would allow an engine that costs nothing. */
@NullMarked
package io.sardonyx.bench.limit;

import org.jspecify.annotations.NullMarked;
