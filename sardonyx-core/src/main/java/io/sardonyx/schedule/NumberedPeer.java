package io.sardonyx.schedule;

import io.sardonyx.job.Tags;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/** A peer with its sequence number in the table of peers, so that it is not searched again when it gets a place. */
record NumberedPeer(SchedulablePeer peer, long number) implements SchedulablePeer {

    /** The number of a peer, or -1 when it is not known. */
    static long numberOf(SchedulablePeer peer) {
        return peer instanceof NumberedPeer numbered ? numbered.number : -1;
    }

    @Override
    public PeerId id() {
        return peer.id();
    }

    @Override
    public @Nullable Site site() {
        return peer.site();
    }

    @Override
    public Tags tags() {
        return peer.tags();
    }

    @Override
    public @Nullable Assignment assignment() {
        return peer.assignment();
    }
}
