/**
 * Partitions that are claimed by leases: the lock of one document, and a partition that is held, worked on and given
 * back. Nodes share whole jobs by it, and peers of a cluster the partitions of an input.
 *
 * <p>The one rule: the document of a partition is its lock, its progress and its state in one. Every renewal is a
 * compare-and-set that carries the fence and the settled position, so who has lost the lease can write none of them.
 */
@NullMarked
package io.sardonyx.partition;

import org.jspecify.annotations.NullMarked;
