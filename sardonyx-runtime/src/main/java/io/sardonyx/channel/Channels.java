package io.sardonyx.channel;

import io.sardonyx.report.LinkState;
import io.sardonyx.serial.Codecs;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Factory of channel ends; either end may be opened first. A site is the address of the other end, null if it is in
 * this process. For any thread.
 */
public interface Channels {

    /**
     * Opens the sending end of a channel of batches.
     *
     * @param codecs serialization of the job's segments, used if the receiver is in another process
     */
    ChannelSender<Batch> batchesTo(Channel channel, @Nullable Site to, Codecs codecs);

    /** Opens the receiving end of a channel of batches. */
    ChannelReceiver<Batch> batchesFrom(Channel channel, @Nullable Site from, Codecs codecs);

    /** Opens the sending end of a channel of acks. */
    ChannelSender<Acks> acksTo(Channel channel, @Nullable Site to);

    /** Opens the receiving end of a channel of acks. */
    ChannelReceiver<Acks> acksFrom(Channel channel, @Nullable Site from);

    /** Registers a group that lives in this process, before any other process can know of it. */
    void host(GroupId group);

    /**
     * Unregisters a group whose life in this process is over; it stays reachable for a while, until the log declares it
     * gone.
     */
    default void dismiss(GroupId group) {}

    /** Whether the peers of a group can be reached at all: in this process, or by an address. */
    boolean reaches(GroupId group, @Nullable Site site);

    /** States of the links to other processes. */
    default List<LinkState> links() {
        return List.of();
    }

    /** Throws the internal error that broke the channels, if there was one. */
    default void check() {}
}
