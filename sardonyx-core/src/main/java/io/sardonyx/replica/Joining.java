package io.sardonyx.replica;

import io.sardonyx.value.GroupId;

/** A join in flight: who watches the joiner meanwhile, and how far it has come. */
public record Joining(GroupId observer, Phase phase) {

    /** The two phases before membership. */
    public enum Phase {
        /** The observer has to notify the joiner. */
        PREPARED,
        /** The joiner has to accept. */
        ACCEPTED
    }
}
