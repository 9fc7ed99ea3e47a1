/**
 * The broker over ActiveMQ Artemis: queues are durable anycast queues, each at an address of its own, and a session is
 * a transacted session of the core client.
 *
 * <pre>
 *   caller            a thread of the pool, one task of a session at a time        the client
 *   open   ─────────▶ connect, create consumers ─────────────────────────────────▶ session
 *   poll   ◀───────── arrived messages ◀──────────────────────────────────────────  handler
 *   commit ─────────▶ acknowledge, send, commit (those that waited, together) ────▶ session
 * </pre>
 *
 * <p>The one rule: nothing reconnects by itself. Whatever is lost with a connection ends its sessions, and who needs a
 * new one asks for it.
 */
@NullMarked
package io.sardonyx.artemis;

import org.jspecify.annotations.NullMarked;
