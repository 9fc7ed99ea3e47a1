/**
 * How a segment becomes bytes, and how a key finds its key group.
 *
 * <pre>
 *   Codecs ── which classes may travel; equal in all processes that exchange segments, or their fingerprints differ
 *     ├─ output() ─▶ SegmentOutput ─▶ bytes ─▶ Frame (length, checksums) ═▶ Frame ─▶ SegmentInput ◀─ input() ─┤
 *     └─ keyGroups() ─▶ KeyGroups ─▶ 0 … 4095 ─▶ index of a peer
 * </pre>
 *
 * <p>The one rule: bytes never choose what is made of them. They hold numbers, texts and indices into the list of
 * registered names; whatever else they hold ends in a {@link io.sardonyx.serial.BadSegment}, after no more memory than
 * their own length justifies.
 */
@NullMarked
package io.sardonyx.serial;

import org.jspecify.annotations.NullMarked;
