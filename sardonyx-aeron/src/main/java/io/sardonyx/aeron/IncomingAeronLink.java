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

/** A link from another process that has proved who it is: its frames, as they were sent or not at all. */
final class IncomingAeronLink {

    private static final int MOST_FRAGMENTS = 1_024;

    /** The receiver's position, among the driver's counters. */
    private static final int POSITION_COUNTER = AeronCounters.DRIVER_RECEIVER_POS_TYPE_ID;

    private final Image image;
    private final Site from;
    private final String name;
    private final FrameOrder order = new FrameOrder();
    private final ImageControlledFragmentAssembler assembler = new ImageControlledFragmentAssembler(this::take);

    /** Set by either thread; then the image is left alone. */
    private volatile boolean over;

    /** Whether it is us who ended it, so that the other end must be told. */
    private volatile boolean ours;

    // Of the wire's thread.
    private int counter = CountersReader.NULL_COUNTER_ID;
    private long told;
    private boolean toldOfEnd;

    // Of the one that polls, while it does.
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

    /** Whether it ended by what no member sends. */
    boolean isDamaged() {
        return damaged;
    }

    /** Ends it from this side. */
    void end() {
        ours = true;
        over = true;
    }

    /** Ends it without a word, since there is nothing left to say it with. */
    void drop() {
        over = true;
    }

    /** Whether something came since this was last asked, on the wire's thread. */
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

    /** Hands over at most so many frames; how many it were. */
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

    /** What Aeron itself cannot read is damage too. */
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

    /** Copies before it looks: the memory may be the sender's to overwrite, or be unmapped, while a frame is read. */
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
