/**
 * The kernel: one totally ordered history, folded into a value.
 *
 * <pre>
 *   Log ──▶ fold ──▶ state ──▶ duties ──▶ loops reconcile the world
 *    ▲        │                                │
 *    └─ outbox ◀── reactions (pure)   observations
 * </pre>
 *
 * <p>The one rule: a {@link io.sardonyx.log.Step} is pure, total and idempotent, so that whoever has read the same
 * entries holds an equal state, whatever was retried, duplicated or late.
 */
@NullMarked
package io.sardonyx.log;

import org.jspecify.annotations.NullMarked;
