/**
 * Lock, node-list and partition documents as pure arithmetic: the <em>claimed</em> way to decide who does what.
 *
 * <pre>
 *   read (a hint) ─▶ Sighting ─▶ next document, or "not now" ─▶ compare-and-set ─▶ HeldLease: fence, own deadline
 *                       ▲                                             │ outcome unknown
 *                       └──────────── read again ◀────────────────────┘
 * </pre>
 *
 * <p>The one rule: no clock is ever compared with another process's clock. An observer takes over only what it saw
 * unchanged for a whole lease on its own monotonic clock; a holder stops acting well before that, counted from before
 * it sent its last successful write; and the fence, which grows with every tenure, protects the world from whoever does
 * not stop. {@code expire} is written for people and decides nothing.
 */
@NullMarked
package io.sardonyx.lease;

import org.jspecify.annotations.NullMarked;
