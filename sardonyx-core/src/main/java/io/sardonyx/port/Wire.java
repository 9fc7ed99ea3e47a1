package io.sardonyx.port;

import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Carries frames between processes; each has one. Only members of the same cluster get anything in. */
public interface Wire extends AutoCloseable {

    /** The most bytes of a frame. */
    int FRAME_LIMIT = 1 << 16;

    /** Where others reach this process. */
    Site site();

    /**
     * A new link to a process. One that cannot be made is a link that is not open; to try again, later each time, is
     * the caller's.
     */
    Link link(Site to);

    /**
     * Hands over what has come by now, at most {@code limit} frames, on the caller's thread; how much there was. One
     * thread at a time.
     */
    int poll(Inbound inbound, int limit);

    /** Nudges when there may be something to poll, or room where there was none. */
    Watch onArrival(Runnable nudge);

    /** How often something came that was no frame of a member: strangers, damage, lengths beyond the limit. */
    long refusals();

    @Override
    void close();

    /**
     * The way to one process: its frames arrive in order, none twice, none damaged, until it breaks; then an unknown
     * tail of them is lost, and no more are taken. For one thread at a time.
     */
    interface Link extends AutoCloseable {

        /** Copies the frame; false, and nothing is copied, while there is no room or nobody has answered yet. */
        boolean offer(ByteBuffer frame);

        /** Whether it may still carry something; false for good once it broke or was refused. */
        boolean isOpen();

        /** Whether the other end has let it in. */
        boolean isUp();

        /** Why it is not up, in words for people that name both addresses; null as long as nothing is known. */
        @Nullable
        String problem();

        @Override
        void close();
    }

    /** Takes what comes. */
    interface Inbound {

        /**
         * The next frame of the present link from there; it is only good until this returns.
         *
         * @throws IllegalArgumentException when it is not what members send; then the link is broken
         */
        void frame(Site from, ByteBuffer frame);

        /** The link from there is over; what comes after this is from another one. */
        void broken(Site from);
    }
}
