package io.sardonyx.channel;

import io.sardonyx.channel.Channel.Content;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.nio.ByteBuffer;

/**
 * What processes say to each other: length in four bytes, kind, and what the kind needs. Messages follow one another in
 * the frames of a link, and may begin in one and end in another.
 */
final class Message {

    /** How many bytes tell the length of all that follow. */
    static final int PREFIX = Integer.BYTES;

    /** The most bytes of a message: a batch that was nearly full and a segment as large as may be. */
    static final int MOST_BYTES = 4 * Codecs.DEFAULT_LIMIT;

    /** A link begins: all channels on it are to be admitted anew. */
    static final byte BEGIN = 1;
    /** Items of a channel may come, under a number. */
    static final byte ADMIT = 2;
    /** More of them may come. */
    static final byte GRANT = 3;
    /** No more may come. */
    static final byte WITHDRAW = 4;
    /** A batch or a bundle of acks. */
    static final byte ITEM = 5;

    private static final Codecs PLAIN = Codecs.builder().build();

    private Message() {}

    /**
     * What the receiver of a channel tells its sender.
     *
     * @param link which link from the sender it is for, as that began
     * @param number what items of the channel begin with
     * @param allowance how many may be sent in all under this number
     * @param fingerprint what the receiver's codecs are
     * @param room for how many bytes there is room in all, of which no more than half are sent before some are taken; a
     *     receiver that does not say so counts items only
     */
    record Admit(Channel channel, long link, long number, long allowance, long fingerprint, long room) {

        /** As many bytes as the items have. */
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

    /** A link begins that is told from all others by a number. */
    static byte[] begin(long link) {
        SegmentOutput out = PLAIN.output();
        out.putFixedLong(link);
        return of(BEGIN, out);
    }

    static byte[] grant(long number, long allowance) {
        SegmentOutput out = PLAIN.output();
        out.putLong(number);
        out.putLong(allowance);
        return of(GRANT, out);
    }

    static byte[] withdraw(long number) {
        SegmentOutput out = PLAIN.output();
        out.putLong(number);
        return of(WITHDRAW, out);
    }

    private static byte[] of(byte kind, SegmentOutput out) {
        return of(kind, out, out.array(), 0);
    }

    /** A message with more bytes behind what was written. */
    static byte[] of(byte kind, SegmentOutput out, byte[] more, int length) {
        int start = PREFIX + 1;
        byte[] message = new byte[start + out.size() + length];
        ByteBuffer.wrap(message).putInt(message.length - PREFIX).put(kind).put(out.array(), 0, out.size());
        System.arraycopy(more, 0, message, start + out.size(), length);
        return message;
    }

    /** For all but items. */
    static SegmentInput reader() {
        return PLAIN.input();
    }
}
