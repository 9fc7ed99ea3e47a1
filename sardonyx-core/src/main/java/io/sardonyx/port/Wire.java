package io.sardonyx.port;

import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Network transport of one process: sends and receives frames to and from other processes of the same cluster.
 * Connections from elsewhere are refused by the handshake.
 */
public interface Wire extends AutoCloseable {

    /** Largest frame, in bytes. */
    int FRAME_LIMIT = 1 << 16;

    /** Address under which other processes reach this one. */
    Site site();

    /**
     * Starts to connect to a process. A failure to connect shows as a link that is not open; retries, with back-off,
     * are up to the caller.
     */
    Link link(Site to);

    /**
     * Passes received frames, at most {@code limit}, to the receiver on the calling thread, and returns how many events
     * there were. One thread at a time.
     */
    int poll(Inbound inbound, int limit);

    /** Registers a callback for when there may be something to poll, or room in a link that was full. */
    Watch onArrival(Runnable nudge);

    /** How often input was refused: connections of non-members, corrupted frames, lengths beyond the limit. */
    long refusals();

    @Override
    void close();

    /**
     * Connection to one process: frames arrive in order, none twice, none corrupted, until the link breaks; then an
     * unknown suffix of them is lost, and no more are accepted. For one thread at a time.
     */
    interface Link extends AutoCloseable {

        /**
         * Copies a frame, given in parts, into the send buffer, so that the parts may be reused at once; their
         * positions do not change. Returns false and copies nothing while the buffer is full (back-pressure) or the
         * handshake is not complete.
         *
         * @throws IllegalArgumentException when the parts together are longer than {@link #FRAME_LIMIT}
         */
        boolean offer(ByteBuffer... frame);

        /** Whether it is connecting or connected; false for good once it broke or was refused. */
        boolean isOpen();

        /** Whether the handshake is complete. */
        boolean isUp();

        /** Why it is not up, as text for operators that names both addresses; null while unknown. */
        @Nullable
        String problem();

        @Override
        void close();
    }

    /** Receiver of polled frames. */
    interface Inbound {

        /**
         * Receives the next frame of the current link from a site. The bytes lie in an array and belong to the
         * receiver: the wire does not change them any more, so they can be decoded later, by another thread, without a
         * copy.
         *
         * @throws IllegalArgumentException when the frame is malformed; then the link is broken
         */
        void frame(Site from, ByteBuffer frame);

        /** The link from a site is broken; later frames from there belong to another link. */
        void broken(Site from);
    }
}
