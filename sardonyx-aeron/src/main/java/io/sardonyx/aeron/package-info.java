/**
 * The wire over UDP: Aeron carries, orders and repeats; what is said, and by whom, is checked here.
 *
 * <pre>
 *   caller's link ── stream 1: opening, proof, frame 0, frame 1 … ──▶ the called's endpoint
 *   caller's endpoint ◀── stream 2: answer, welcome, goodbye ────────  the called
 * </pre>
 *
 * <p>A link is a publication with a session of its own, so it begins at 0 and ends once. One thread per wire talks to
 * the media driver, greets and is greeted, looks after the driver, and nudges; frames go straight from the caller's
 * thread into Aeron's memory and from there to whoever polls. What that thread unmaps nobody else may be reading: so a
 * link and the inbox are each locked while they touch Aeron.
 */
@NullMarked
package io.sardonyx.aeron;

import org.jspecify.annotations.NullMarked;
