/**
 * The wire (transport) over TCP: one connection per link and direction; only the caller sends frames on it.
 *
 * <pre>
 *   caller ── 2 bytes length, hello ──▶ called     the three messages of {@link io.sardonyx.wire.Handshake}
 *   caller ◀─ 2 bytes length, answer ── called
 *   caller ── 2 bytes length, proof ──▶ called
 *   caller ◀─ 2 bytes length, let in ── called     one byte 0; or the reason for a refusal
 *   caller ── frames and heartbeats ──▶ called     {@link io.sardonyx.wire.Frames}; a heartbeat is no valid length
 *   caller ◀─ heartbeats ────────────── called     single bytes
 * </pre>
 *
 * <p>The one rule: everything about connections happens on one event loop thread per wire, so that their order is the
 * order of arrival. Only two queues are shared with callers' threads, each with a lock of its own: frames to be
 * written, and received frames to be polled.
 */
@NullMarked
package io.sardonyx.netty;

import org.jspecify.annotations.NullMarked;
