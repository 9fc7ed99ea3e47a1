/** What jobs cost that have little or nothing to do. */
@NullMarked
package io.sardonyx.bench.idle;

import org.jspecify.annotations.NullMarked;
