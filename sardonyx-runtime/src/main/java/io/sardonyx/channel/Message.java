package io.sardonyx.channel;

import io.sardonyx.channel.Channel.Content;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.nio.ByteBuffer;

/**
 * Wire format of the messages between two processes: length in four bytes, kind, and the kind's fields. Messages follow
 * one another in the frames of a link, and may span several frames.
 */
final class Message {

    /** Bytes of the length prefix, which counts all that follow it. */
    static final int PREFIX = Integer.BYTES;

    /** Most bytes of a message: a batch that was nearly full plus a segment of the largest size. */
    static final int MOST_BYTES = 4 * Codecs.DEFAULT_LIMIT;

    /** A link begins: all channels on it have to be admitted anew. */
    static final byte BEGIN = 1;
    /** Admits a channel: items may be sent under a number, with initial credit. */
    static final byte ADMIT = 2;
    /** Grants credit for more items. */
    static final byte GRANT = 3;
    /** Withdraws a number: no more items may be sent under it. */
    static final byte WITHDRAW = 4;
    /** An item: a batch or a bundle of acks. */
    static final byte ITEM = 5;

    private static final Codecs PLAIN = Codecs.builder().build();

    private Message() {}

    /**
     * Admission of a channel, from its receiver to its sender.
     *
     * @param link nonce of the sender's link, as in its BEGIN, by which a stale admission is recognized
     * @param number that the channel's items start with
     * @param allowance credit: how many items may be sent in all under this number
     * @param fingerprint of the receiver's codecs
     * @param room capacity of the receiver's queue in bytes, of which at most half are sent before some are confirmed;
     *     a receiver of an older version omits it and limits items only
     */
    record Admit(Channel channel, long link, long number, long allowance, long fingerprint, long room) {

        /** No limit in bytes. */
        static final long ANY = Long.MAX_VALUE;

        byte[] bytes() {
            SegmentOutput out = PLAIN.output();
            out.putFixedLong(link);
            out.putLong(number);
            out.putLong(allowance);
            out.putFixedLong(fingerprint);
            out.putText(channel.job().text());
            out.putLong(channel.fence());
            out.putText(channel.from().text());
            out.putText(channel.to().text());
            out.putLong(channel.content() == Content.ACKS ? 1 : 0);
            out.putLong(room);
            return Message.of(ADMIT, out);
        }

        static Admit of(SegmentInput in) {
            long link = in.takeFixedLong();
            long number = in.takeLong();
            long allowance = in.takeLong();
            long fingerprint = in.takeFixedLong();
            JobId job = JobId.of(in.takeText());
            long fence = in.takeLong();
            PeerId from = PeerId.of(in.takeText());
            PeerId to = PeerId.of(in.takeText());
            Content content = in.takeLong() == 1 ? Content.ACKS : Content.BATCHES;
            long room = in.hasMore() ? in.takeLong() : ANY;
            return new Admit(new Channel(job, fence, from, to, content), link, number, allowance, fingerprint, room);
        }
    }

    /** BEGIN of a link, with a random nonce that tells it from all others. */
    static byte[] begin(long link) {
        SegmentOutput out = PLAIN.output();
        out.putFixedLong(link);
        return of(BEGIN, out);
    }

    /** GRANT of credit: how many items may be sent in all under a number. */
    static byte[] grant(long number, long allowance) {
        SegmentOutput out = PLAIN.output();
        out.putLong(number);
        out.putLong(allowance);
        return of(GRANT, out);
    }

    /** WITHDRAW of a number, because its receiver was closed. */
    static byte[] withdraw(long number) {
        SegmentOutput out = PLAIN.output();
        out.putLong(number);
        return of(WITHDRAW, out);
    }

    private static byte[] of(byte kind, SegmentOutput out) {
        return of(kind, out, out.array(), 0);
    }

    /** A message of the bytes written to {@code out}, followed by {@code length} bytes of {@code more}. */
    static byte[] of(byte kind, SegmentOutput out, byte[] more, int length) {
        int start = PREFIX + 1;
        byte[] message = new byte[start + out.size() + length];
        ByteBuffer.wrap(message).putInt(message.length - PREFIX).put(kind).put(out.array(), 0, out.size());
        System.arraycopy(more, 0, message, start + out.size(), length);
        return message;
    }

    /** A reader for all kinds but items, which need their channel's codecs. */
    static SegmentInput reader() {
        return PLAIN.input();
    }
}
