/**
 * The wire over TCP: one connection per link and direction, which only the caller fills.
 *
 * <pre>
 *   caller ── 2 bytes length, hello ──▶ called     the three messages of {@link io.sardonyx.wire.Handshake}
 *   caller ◀─ 2 bytes length, answer ── called
 *   caller ── 2 bytes length, proof ──▶ called
 *   caller ◀─ 2 bytes length, let in ── called     one byte 0; or why not
 *   caller ── frames and beats ───────▶ called     {@link io.sardonyx.wire.Frames}; a beat is a word that is no length
 *   caller ◀─ beats ─────────────────── called     single bytes
 * </pre>
 *
 * <p>The one rule: all that belongs to connections happens on the wire's one thread, so that their order is the order
 * of what came. Only two things are shared with callers, each behind a lock of its own: the frames that wait to be
 * written, and the frames that wait to be polled.
 */
@NullMarked
package io.sardonyx.netty;

import org.jspecify.annotations.NullMarked;
