/**
 * What only the task of an input has: its partitions, the roots that are pending, and checkpoints.
 *
 * <pre>
 *   InputPartitions ─ which are mine ─▶ PartitionReader ─ poll ─▶ batch, its root kept in PendingRoots ─▶ downstream
 *         ▲                                   │                                     ▲
 *         └── ReaderProgress: checkpoint ◀── settled                               acks
 * </pre>
 *
 * <p>The one rule: a position is written down only when everything before it is acknowledged or was left out by a
 * policy.
 */
@NullMarked
package io.sardonyx.task.input;

import org.jspecify.annotations.NullMarked;
