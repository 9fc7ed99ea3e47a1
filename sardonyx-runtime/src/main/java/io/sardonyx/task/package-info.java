/**
 * The execution of one task of one peer: an event loop whose phases are the same for inputs, functions and outputs.
 *
 * <pre>
 *   read batch ─▶ tag ─▶ apply function ─▶ build segments ─▶ write batch ─▶ ack
 *       ▲                                                                    │
 *       └───────── emitted again: expired, failed or of an older fence ◀─────┘
 * </pre>
 *
 * <p>{@code TaskLoop} is given turns by a worker thread, {@code TaskPhases} is the hot loop, {@code Router} decides
 * which downstream peer gets a segment, {@code AckValues} generates the values that are acked, {@code OutputBuffer}
 * batches segments per peer, {@code FailureHandler} applies retries and error policies, and {@code task.input} has what
 * only inputs need.
 *
 * <p>A root is what an input reads and replays as a unit; a run is a sequence of segments in a batch that grew from the
 * same root and is acked by one value. A fence is the version of a job's assignments: at a new one, everything in
 * progress is dropped and the roots are emitted again.
 *
 * <p>All state is confined to the thread of the present turn, except the volatile fields of {@code TaskLoop}. The one
 * rule: orders in, task events out. A loop reads its orders once a turn and reports ({@code TaskEvents}); it sees
 * neither the replica nor the log.
 */
@NullMarked
package io.sardonyx.task;

import org.jspecify.annotations.NullMarked;
