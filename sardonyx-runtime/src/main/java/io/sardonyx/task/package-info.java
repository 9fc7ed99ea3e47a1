/**
 * A task of a peer as a loop: what it does in a turn is the same for inputs, functions and outputs.
 *
 * <pre>
 *   read batch ─▶ tag ─▶ apply function ─▶ build segments ─▶ write batch ─▶ ack
 *       ▲                                                                    │
 *       └───────── emitted again: expired, failed or of an older fence ◀─────┘
 * </pre>
 *
 * <p>{@code TaskLoop} is given turns by a worker, {@code TaskPhases} is the hot loop, {@code Router} decides which
 * downstream peer gets a segment and {@code AckValues} mixes the values that are acked, {@code OutputBuffer} batches
 * them per peer, {@code FailureHandler} applies retries and error policies, and {@code task.input} is what only inputs
 * have.
 *
 * <p>The one rule: orders in, task events out. A loop knows its orders, read once a turn, and reports
 * ({@code TaskEvents}); it sees neither the replica nor the log.
 */
@NullMarked
package io.sardonyx.task;

import org.jspecify.annotations.NullMarked;
