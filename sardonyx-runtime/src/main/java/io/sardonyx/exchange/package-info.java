/**
 * How batches and acks get from one peer of a job to another: over bounded channels, one for each pair of peers and
 * each fence.
 *
 * <pre>
 *   Lane ─▶ Outlet ═══ batches ═══▶ Inlet ─▶ task        task ─▶ Outlet ═══ acks ═══▶ Inlet ─▶ input
 * </pre>
 *
 * <p>The one rule: a channel belongs to one fence. Whoever learns of a newer one leaves its old channels, so what was
 * on its way in them is gone as a whole, and the roots of it are emitted again.
 */
@NullMarked
package io.sardonyx.exchange;

import org.jspecify.annotations.NullMarked;
