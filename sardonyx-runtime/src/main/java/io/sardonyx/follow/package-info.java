/**
 * The way from the log to a replica and back: a {@link io.sardonyx.follow.Follower} that reads, an
 * {@link io.sardonyx.follow.Outbox} that writes.
 *
 * <pre>
 *   Log ─▶ Follower ─▶ replica
 *    ▲                    │
 *    └────── Outbox ◀─────┘
 * </pre>
 *
 * <p>Groups and clients alike stand on these two. The one rule: nothing is true before it was read back.
 */
@NullMarked
package io.sardonyx.follow;

import org.jspecify.annotations.NullMarked;
