/**
 * Control plane of a process: one reader of the log, one writer, and a {@code DutyExecutor} that does what the replica
 * asks.
 *
 * <pre>
 *   Log ─▶ Follower ─▶ replica ─▶ Duties ─▶ DutyExecutor: watches, trims, work
 *    ▲                    │                     │
 *    └────── Outbox ◀─────┴── reactions, owed, deaths seen
 * </pre>
 *
 * <p>Everything here takes turns on the caller's thread and never blocks: answers of the store are queued and handled
 * in the next turn. Time and randomness are injected, so a simulator runs the very same code. The one rule: what is
 * done follows from the replica as it is now, never from how it came about.
 */
@NullMarked
package io.sardonyx.group;

import org.jspecify.annotations.NullMarked;
