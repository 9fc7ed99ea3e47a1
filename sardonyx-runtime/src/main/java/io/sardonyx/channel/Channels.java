package io.sardonyx.channel;

import io.sardonyx.serial.Codecs;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives the two ends of channels; either may be asked for first. Sites are those of the other end, if it has one. */
public interface Channels {

    /**
     * The end that batches are put into.
     *
     * @param codecs what the job's segments are as bytes, should they become some
     */
    BatchSender batchesTo(Channel channel, @Nullable Site to, Codecs codecs);

    /** The end that batches come out of. */
    ChannelReceiver<Batch> batchesFrom(Channel channel, @Nullable Site from, Codecs codecs);

    /** The end that acks are put into. */
    ChannelSender<Acks> acksTo(Channel channel, @Nullable Site to);

    /** The end that acks come out of. */
    ChannelReceiver<Acks> acksFrom(Channel channel, @Nullable Site from);

    /** A group begins its life in this process; it does so before anybody else hears of it. */
    void host(GroupId group);

    /** The life of a group in this process is over; it may be reached for a while, until the log says so as well. */
    default void dismiss(GroupId group) {}

    /** Whether what is put in for peers of a group can ever get there. */
    boolean reaches(GroupId group, @Nullable Site site);

    /** How the links to other processes do, if there are any. */
    default List<LinkState> links() {
        return List.of();
    }

    /** Throws what broke it, if something did that no user can have broken. */
    default void check() {}
}
