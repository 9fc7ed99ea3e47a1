/**
 * Jobs that run: the task of each peer is a loop, and what it does in a turn is the same for all.
 *
 * <pre>
 *   read batch ─▶ tag ─▶ apply function ─▶ build segments ─▶ write batch ─▶ ack
 *       ▲                                                                    │
 *       └───────── emitted again: expired, failed or of an older fence ◀─────┘
 * </pre>
 *
 * <p>{@link io.sardonyx.engine.GroupEngine} makes loops of what the replica wants, {@link io.sardonyx.engine.Workers}
 * give them turns. The one rule: nothing here looks at the replica; a loop knows its {@link io.sardonyx.engine.Orders},
 * read once a turn.
 */
@NullMarked
package io.sardonyx.engine;

import org.jspecify.annotations.NullMarked;
