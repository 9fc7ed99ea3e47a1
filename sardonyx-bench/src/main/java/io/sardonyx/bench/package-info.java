/** Benchmarks, each a program of its own that prints what it measured. */
@NullMarked
package io.sardonyx.bench;

import org.jspecify.annotations.NullMarked;
