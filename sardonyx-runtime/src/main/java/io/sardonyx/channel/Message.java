package io.sardonyx.channel;

import io.sardonyx.channel.Channel.Content;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Message between two processes: length in four bytes, kind, and the kind's fields. Messages follow one another in the
 * frames of a link, and may span several frames.
 *
 * <p>The bytes stay where they were serialized until a link copies them into its send buffer: first the head, from some
 * offset in the buffer to the end, then what lies before that offset, the segments of a batch.
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

    private final SegmentOutput buffer;
    /* Offset of the head; the bytes before it follow it in the message. */
    private final int headStart;
    /* Takes back the buffer once it was sent, or null. */
    private final @Nullable ItemFormat<?> format;

    private Message(SegmentOutput buffer, int headStart, @Nullable ItemFormat<?> format) {
        this.buffer = buffer;
        this.headStart = headStart;
        this.format = format;
    }

    /** Begins the head of a message at the end of a buffer, and returns its offset. */
    static int begin(SegmentOutput buffer, byte kind) {
        int start = buffer.reserve(PREFIX);
        buffer.putSize(kind);
        return start;
    }

    /**
     * Completes a message whose head begins at an offset and ends with the buffer.
     *
     * @param format whose buffer it is, or null if it is not pooled
     */
    static Message end(SegmentOutput buffer, int headStart, @Nullable ItemFormat<?> format) {
        buffer.patch(headStart, buffer.size() - PREFIX);
        return new Message(buffer, headStart, format);
    }

    /** Number of bytes, prefix included. */
    int length() {
        return buffer.size();
    }

    /** Adds views of so many of its bytes to the parts of a frame, from an offset in the message. */
    void addTo(List<ByteBuffer> frame, int from, int count) {
        int head = buffer.size() - headStart;
        int ofHead = Math.max(0, Math.min(count, head - from));
        if (ofHead > 0) {
            frame.add(ByteBuffer.wrap(buffer.array(), headStart + from, ofHead));
        }
        if (count > ofHead) {
            frame.add(ByteBuffer.wrap(buffer.array(), from + ofHead - head, count - ofHead));
        }
    }

    /** Returns the buffer to its pool, because all bytes were copied by a link. */
    void release() {
        if (format != null) {
            format.recycle(buffer);
        }
    }

    /**
     * Admission of a channel, from its receiver to its sender.
     *
     * @param link nonce of the sender's link, as in its BEGIN, by which a stale admission is recognized
     * @param number that the channel's items start with
     * @param allowance credit: how many items may be sent in all under this number
     * @param fingerprint of the receiver's codecs
     * @param room capacity of the receiver's queue in bytes, of which at most half are sent before some are confirmed;
     *     a receiver of an older version omits it and limits items only
     * @param segmentsWanted most segments in a batch; a receiver of an older version omits it
     */
    record Admit(
            Channel channel, long link, long number, long allowance, long fingerprint, long room, long segmentsWanted) {

        /** No limit in bytes or segments. */
        static final long ANY = Long.MAX_VALUE;

        Message message() {
            SegmentOutput out = PLAIN.output();
            begin(out, ADMIT);
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
            out.putLong(segmentsWanted);
            return end(out, 0, null);
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
            long segmentsWanted = in.hasMore() ? in.takeLong() : ANY;
            var channel = new Channel(job, fence, from, to, content);
            return new Admit(channel, link, number, allowance, fingerprint, room, segmentsWanted);
        }
    }

    /** BEGIN of a link, with a random nonce that tells it from all others. */
    static Message begin(long link) {
        SegmentOutput out = PLAIN.output();
        begin(out, BEGIN);
        out.putFixedLong(link);
        return end(out, 0, null);
    }

    /**
     * GRANT of credit: how many items may be sent in all under a number, and how many segments the receiver wants in a
     * batch, which a sender of an older version ignores.
     */
    static Message grant(long number, long allowance, int segmentsWanted) {
        SegmentOutput out = PLAIN.output();
        begin(out, GRANT);
        out.putLong(number);
        out.putLong(allowance);
        out.putLong(segmentsWanted);
        return end(out, 0, null);
    }

    /** WITHDRAW of a number, because its receiver was closed. */
    static Message withdraw(long number) {
        SegmentOutput out = PLAIN.output();
        begin(out, WITHDRAW);
        out.putLong(number);
        return end(out, 0, null);
    }

    /** A reader for all kinds but items, which need their channel's codecs. */
    static SegmentInput reader() {
        return PLAIN.input();
    }
}
