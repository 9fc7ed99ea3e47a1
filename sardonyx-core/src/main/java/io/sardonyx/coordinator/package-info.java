/**
 * Allocation by a coordinator that makes offers: a state machine, folded from a log of its own.
 *
 * <pre>
 *            offer         ack          exhaust (last one left)        complete
 *   idle ─────────▶ acking ────▶ active ────────────────────▶ sealing ─────────▶ idle
 *                     │            └──▶ waiting ──▶ idle (the others finished or crashed)
 *                     └─ revoke ─▶ revoked ─ shutdown ─▶ dead ◀─ death ─ (any state)
 * </pre>
 *
 * <p>The elected leader and its stand-bys read the same {@link io.sardonyx.coordinator.Event events} and so hold equal
 * {@link io.sardonyx.coordinator.Roster rosters}; the leader alone acts on
 * {@link io.sardonyx.coordinator.CoordinatorDuties}.
 *
 * <p>The one rule: events are idempotent; one that has applied once never applies again, however late a duplicate
 * comes.
 */
@NullMarked
package io.sardonyx.coordinator;

import org.jspecify.annotations.NullMarked;
