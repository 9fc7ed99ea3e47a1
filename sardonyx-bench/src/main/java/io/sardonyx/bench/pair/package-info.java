/** Work that two processes do together: what one of them does, how both are started, told to begin and asked. */
@NullMarked
package io.sardonyx.bench.pair;

import org.jspecify.annotations.NullMarked;
