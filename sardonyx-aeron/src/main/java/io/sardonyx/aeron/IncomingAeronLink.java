package io.sardonyx.aeron;

import io.aeron.AeronCounters;
import io.aeron.Image;
import io.aeron.ImageControlledFragmentAssembler;
import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import io.aeron.logbuffer.Header;
import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import io.sardonyx.wire.FrameOrder;
import io.sardonyx.wire.Frames;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of an authenticated link: verifies checksum and sequence of frames and passes them on.
 *
 * <p>Polled by a caller's thread under the lock of {@link IncomingLinks}; the wire's thread only looks at positions.
 */
final class IncomingAeronLink {

    /** Fragments per poll of the image. */
    private static final int MOST_FRAGMENTS = 1_024;

    /** Type of the driver's counter for the receiver position. */
    private static final int POSITION_COUNTER = AeronCounters.DRIVER_RECEIVER_POS_TYPE_ID;

    private final Image image;
    private final Site from;
    private final String name;
    private final FrameOrder order = new FrameOrder();
    private final ImageControlledFragmentAssembler assembler = new ImageControlledFragmentAssembler(this::take);

    /** Set by either thread; from then on the image is not touched. */
    private volatile boolean over;

    /** Whether this side ended the link, so that the sender has to be notified. */
    private volatile boolean ours;

    // Confined to the wire's thread.
    private int counter = CountersReader.NULL_COUNTER_ID;
    private long told;
    private boolean toldOfEnd;

    // Used by the polling thread during a poll.
    private Wire.@Nullable Inbound inbound;
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int room;
    private boolean damaged;
    private @Nullable RuntimeException failure;

    IncomingAeronLink(Image image, Site from, String name) {
        this.image = image;
        this.from = from;
        this.name = name;
        this.told = image.position();
    }

    Site from() {
        return from;
    }

    Image image() {
        return image;
    }

    LinkReply word(LinkReply.Kind kind) {
        return new LinkReply(kind, name, ByteBuffer.allocate(0));
    }

    boolean isOver() {
        return over;
    }

    boolean isEndedByUs() {
        return ours;
    }

    /** Whether it ended because of an invalid frame. */
    boolean isDamaged() {
        return damaged;
    }

    /** Ends the link from this side; the sender will be notified. */
    void end() {
        ours = true;
        over = true;
    }

    /** Ends the link without notifying the sender, since the connection is lost. */
    void drop() {
        over = true;
    }

    /**
     * Whether something arrived since the last call; on the wire's thread. Reads the driver's position counter, not the
     * image.
     */
    boolean hasNews(CountersReader counters) {
        if (over) {
            return false;
        }
        boolean ended = image.isClosed() || image.isEndOfStream();
        if (ended) {
            boolean isNews = !toldOfEnd;
            toldOfEnd = true;
            return isNews;
        }
        if (counter == CountersReader.NULL_COUNTER_ID) {
            counter = counters.findByTypeIdAndRegistrationId(POSITION_COUNTER, image.correlationId());
            return true;
        }
        long position = counters.getCounterValue(counter);
        boolean isNews = position > told;
        told = position;
        return isNews;
    }

    /**
     * Passes on at most {@code limit} frames; how many there were.
     *
     * @param copy buffer for one frame
     */
    int poll(Wire.Inbound target, int limit, ByteBuffer copy) {
        inbound = target;
        buffer = copy;
        room = limit;
        int fragments = 1;
        while (!over && room > 0 && fragments > 0) {
            fragments = fragments();
        }
        if (!over && fragments == 0 && (image.isClosed() || image.isEndOfStream())) {
            over = true;
        }
        inbound = null;
        RuntimeException thrown = failure;
        if (thrown != null) {
            failure = null;
            throw thrown;
        }
        return limit - room;
    }

    /** Polls the image; data that Aeron itself cannot parse counts as damage too. */
    private int fragments() {
        try {
            return image.controlledPoll(assembler, MOST_FRAGMENTS);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | IllegalStateException e) {
            damage();
            return 0;
        }
    }

    private void damage() {
        damaged = true;
        end();
    }

    /**
     * Copies the frame before it is verified: the sender may overwrite the memory, or it may be unmapped, meanwhile.
     */
    private Action take(DirectBuffer source, int offset, int length, Header header) {
        if (over || inbound == null) {
            return Action.BREAK;
        }
        if (length > Frames.HEADER + Wire.FRAME_LIMIT) {
            damage();
            return Action.BREAK;
        }
        buffer.clear();
        source.getBytes(offset, buffer, length);
        buffer.flip();
        if (!Frames.isIntact(buffer) || !order.takes(Frames.number(buffer))) {
            damage();
            return Action.BREAK;
        }
        give(inbound);
        return over || room == 0 ? Action.BREAK : Action.CONTINUE;
    }

    private void give(Wire.Inbound target) {
        buffer.position(Frames.HEADER);
        room--;
        try {
            target.frame(from, buffer);
        } catch (IllegalArgumentException e) {
            damage();
        } catch (RuntimeException e) {
            failure = e;
            end();
        }
    }
}
