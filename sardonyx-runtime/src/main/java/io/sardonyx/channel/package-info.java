/**
 * Channels: how batches and acks get from one peer of a job to another, with credit and back-pressure. There is one for
 * each pair of peers and each fence.
 *
 * <pre>
 *   OutputBuffer ─▶ ChannelSender ═══ batches ═══▶ ChannelReceiver ─▶ task
 *
 *   within a process   LocalChannels: bounded rings of references
 *   to another one     RemoteSender ─▶ RemoteProcess ═══ Wire.Link ═══▶ MessageAssembler ─▶ RemoteReceiver
 *                           ▲                                                                    │
 *                           └───────────── ADMIT, GRANT: credit for so many more ────────────────┘
 * </pre>
 *
 * <p>Two rules. A channel belongs to one fence: a peer that learns of a newer one leaves its old channels, so what was
 * in transit in them is dropped as a whole, and its roots are emitted again. And nothing is sent without the receiver's
 * credit: a sender with a newer fence waits for it, one with an older fence gets none. When a link breaks, what was
 * sent on it and not yet taken is lost; the inputs are told which roots that were.
 *
 * <p>An item is serialized by the task that sends it, copied by the link, and deserialized by the task that receives
 * it, out of the frame in which it came.
 *
 * <p>Threads: each end of a channel is used by one task, on the thread of its turn. Batches and acks are handed over by
 * SPSC queues, which publish them safely; the state of links is confined to the turns of {@code RemoteChannels}.
 */
@NullMarked
package io.sardonyx.channel;

import org.jspecify.annotations.NullMarked;
