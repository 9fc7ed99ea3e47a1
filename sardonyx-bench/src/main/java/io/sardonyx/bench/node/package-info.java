/** What nodes cost that share partitions by leases: throughput, store calls, take-over, memory. */
@NullMarked
package io.sardonyx.bench.node;

import org.jspecify.annotations.NullMarked;
