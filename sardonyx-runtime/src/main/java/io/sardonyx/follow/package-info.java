/**
 * Reading and appending of the log: {@link io.sardonyx.follow.Follower} folds entries into a replica,
 * {@link io.sardonyx.follow.Outbox} appends commands.
 *
 * <pre>
 *   Log ─▶ Follower ─▶ replica
 *    ▲                    │
 *    └────── Outbox ◀─────┘
 * </pre>
 *
 * <p>Groups and clients both use these two. The one rule: nothing is true before it was read back.
 */
@NullMarked
package io.sardonyx.follow;

import org.jspecify.annotations.NullMarked;
