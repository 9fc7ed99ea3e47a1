/**
 * Queued delivery: a task's batches come from and go to transactional queues of a broker instead of channels between
 * peers.
 *
 * <pre>
 *   take messages ─▶ decode ─▶ (the phases of any task) ─▶ encode ─▶ commit { taken, given }
 *        ▲                                                              │
 *        └──────── whatever was not committed is delivered again ◀──────┘
 * </pre>
 *
 * <p>{@code QueueSource} opens a root for each run of a message that it takes; {@code QueueSender} adds an encoded
 * batch to the unit of work and acks its runs at once; an output acks what it has settled. When no root is open the
 * unit is whole, and what was taken and what was given are committed in one transaction. So the broker alone decides
 * who has what, and neither checkpoints nor fences are needed.
 *
 * <p>The queue of an input holds its partitions as tokens; {@code EndMarks} passes the end of a batch job from queue to
 * queue by sentinels.
 */
@NullMarked
package io.sardonyx.task.queue;

import org.jspecify.annotations.NullMarked;
