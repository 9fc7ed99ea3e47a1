/**
 * Channels between processes: batches and acks become messages, messages of all channels to one process share a link.
 *
 * <pre>
 *   task ─▶ Outgoing ─▶ Neighbour ═══ Wire.Link ═══▶ Delivery ─▶ Arrivals ─▶ task
 *              ▲                                                    │
 *              └────────── Admit, Grant: how many more ─────────────┘
 * </pre>
 *
 * <p>The one rule: nothing is sent that the receiver has not made room for. A receiver that knows of a channel admits
 * it and says how many items may come; so a sender with a newer fence waits, one with an older fence gets no answer,
 * and whatever comes in can be put away at once. When a link breaks, what was sent on it and not yet taken is lost; its
 * roots are told to their inputs at once.
 */
@NullMarked
package io.sardonyx.delivery;

import org.jspecify.annotations.NullMarked;
