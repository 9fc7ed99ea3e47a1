/**
 * The Coordinator's chart: allocation by offers, as a fold over a log of its own.
 *
 * <pre>
 *            offer         ack          exhaust (last one left)        complete
 *   idle ─────────▶ acking ────▶ active ────────────────────▶ sealing ─────────▶ idle
 *                     │            └──▶ waiting ──▶ idle (the others finished or crashed)
 *                     └─ revoke ─▶ revoked ─ shutdown ─▶ dead ◀─ death ─ (any state)
 * </pre>
 *
 * <p>The elected leader and its stand-bys read the same {@link io.sardonyx.coordinator.Event events} and so hold equal
 * {@link io.sardonyx.coordinator.Roster rosters}; leading is nothing but doing what
 * {@link io.sardonyx.coordinator.CoordinatorDuties} says is still owed.
 *
 * <p>The one rule: an event that has applied once never applies again, whoever appends it a second time and however
 * late.
 */
@NullMarked
package io.sardonyx.coordinator;

import org.jspecify.annotations.NullMarked;
