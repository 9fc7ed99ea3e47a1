package io.sardonyx.exchange;

import io.sardonyx.value.GroupId;

/** Gives the two ends of channels; either may be asked for first. */
public interface Exchange {

    /** The end that batches are put into. */
    Outlet<Batch> batchesTo(Channel channel);

    /** The end that batches come out of. */
    Inlet<Batch> batchesFrom(Channel channel);

    /** The end that acks are put into. */
    Outlet<Acks> acksTo(Channel channel);

    /** The end that acks come out of. */
    Inlet<Acks> acksFrom(Channel channel);

    /** A group begins its life in this process; it does so before anybody else hears of it. */
    default void host(GroupId group) {}

    /** Whether what is put in for peers of a group can get there. */
    default boolean reaches(GroupId group) {
        return true;
    }
}
