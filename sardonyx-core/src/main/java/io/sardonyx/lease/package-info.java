/**
 * Allocation by leases (<em>claimed</em>): lock, node-list and partition documents, as pure functions.
 *
 * <pre>
 *   read (a hint) ─▶ Sighting ─▶ next document, or "not now" ─▶ compare-and-set ─▶ HeldLease: fence, own deadline
 *                       ▲                                             │ outcome unknown
 *                       └──────────── read again ◀────────────────────┘
 * </pre>
 *
 * <p>The one rule: no clock is ever compared with another process's clock. An observer takes over only what it saw
 * unchanged for a whole lease on its own monotonic clock; a holder stops acting well before that, counted from before
 * it sent its last successful write; and the fence, which grows with every tenure, rejects effects of a holder that
 * does not stop. {@code expire} is informative and decides nothing.
 */
@NullMarked
package io.sardonyx.lease;

import org.jspecify.annotations.NullMarked;
