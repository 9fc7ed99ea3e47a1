/**
 * Event sourcing kernel: one totally ordered log, folded into an immutable state.
 *
 * <pre>
 *   Log ──▶ fold ──▶ state ──▶ duties ──▶ loops reconcile actual state
 *    ▲        │                                │
 *    └─ outbox ◀── reactions (pure)   observations
 * </pre>
 *
 * <p>The one rule: a {@link io.sardonyx.log.Step} is pure, total and idempotent, so that all processes that have read
 * the same entries have equal states, also if entries were retried, duplicated or late.
 */
@NullMarked
package io.sardonyx.log;

import org.jspecify.annotations.NullMarked;
