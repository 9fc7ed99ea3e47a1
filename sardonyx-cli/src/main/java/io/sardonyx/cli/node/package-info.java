/** Commands on nodes, which share the partitions of jobs by leases: {@code node} and {@code partitions}. */
@NullMarked
package io.sardonyx.cli.node;

import org.jspecify.annotations.NullMarked;
