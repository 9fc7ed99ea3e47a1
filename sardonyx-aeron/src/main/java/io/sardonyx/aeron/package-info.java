/**
 * The wire (transport) over UDP: Aeron provides order, retransmission and flow control; authentication and checksums
 * are added here.
 *
 * <pre>
 *   caller's link ── stream 1: opening, proof, frame 0, frame 1 … ──▶ the called's endpoint
 *   caller's endpoint ◀── stream 2: answer, welcome, goodbye ────────  the called
 * </pre>
 *
 * <p>A link is a publication with a session of its own, so it begins at 0 and ends once. One thread per wire runs
 * Aeron's conductor, performs handshakes, monitors the driver, and calls listeners; frames go straight from the
 * caller's thread into Aeron's memory and from there to the polling thread. No thread may read memory that the wire's
 * thread unmaps: so a link and the inbox are each locked while they touch Aeron.
 */
@NullMarked
package io.sardonyx.aeron;

import org.jspecify.annotations.NullMarked;
