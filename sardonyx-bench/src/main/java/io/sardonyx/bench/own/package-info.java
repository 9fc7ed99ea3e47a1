/** Our own engine at the work that all engines do. */
@NullMarked
package io.sardonyx.bench.own;

import org.jspecify.annotations.NullMarked;
