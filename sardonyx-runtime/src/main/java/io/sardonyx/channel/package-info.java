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
 * <p>Two rules. A channel belongs to one fence: whoever learns of a newer one leaves its old channels, so what was on
 * its way in them is gone as a whole, and its roots are emitted again. And nothing is sent that the receiver has not
 * given credit for: a sender with a newer fence waits, one with an older fence gets no answer. When a link breaks, what
 * was sent on it and not yet taken is lost; the inputs are told which roots that were.
 */
@NullMarked
package io.sardonyx.channel;

import org.jspecify.annotations.NullMarked;
