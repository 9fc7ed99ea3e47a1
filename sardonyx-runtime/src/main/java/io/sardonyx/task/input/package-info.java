/**
 * The input side of a task: partitions, pending roots with their timeouts and replays, and checkpoints.
 *
 * <pre>
 *   InputPartitions ─ which are mine ─▶ PartitionReader ─ poll ─▶ batch, its root kept in PendingRoots ─▶ downstream
 *         ▲                                   │                                     ▲
 *         └── ReaderProgress: checkpoint ◀── settled                               acks
 * </pre>
 *
 * <p>The one rule: a position is checkpointed only when everything before it is acknowledged or was skipped by an error
 * policy.
 */
@NullMarked
package io.sardonyx.task.input;

import org.jspecify.annotations.NullMarked;
