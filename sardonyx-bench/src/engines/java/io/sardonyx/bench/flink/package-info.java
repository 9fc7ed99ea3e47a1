/** The work on Apache Flink: a cluster inside this process with one task manager, or two that share a network. */
@NullMarked
package io.sardonyx.bench.flink;

import org.jspecify.annotations.NullMarked;
