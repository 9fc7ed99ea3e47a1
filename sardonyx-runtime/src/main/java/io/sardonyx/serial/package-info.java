/**
 * Binary serialization of segments, and partitioning of keys into key groups.
 *
 * <pre>
 *   Codecs ── which classes may travel; equal in all processes that exchange segments, or their fingerprints differ
 *     ├─ output() ─▶ SegmentOutput ─▶ bytes ═▶ SegmentInput ◀─ input() ─┤
 *     └─ keyGroups() ─▶ KeyGroups ─▶ 0 … 4095 ─▶ index of a peer
 * </pre>
 *
 * <p>The one rule: bytes never choose which class is instantiated. They hold numbers, strings and indices into the list
 * of registered names; anything else ends in a {@link io.sardonyx.serial.BadSegment}, after no more memory than their
 * own length justifies.
 */
@NullMarked
package io.sardonyx.serial;

import org.jspecify.annotations.NullMarked;
