package io.sardonyx.replica;

import io.sardonyx.value.GroupId;

/** State of a join that is under way: the observer that watches the joiner, and the phase of the protocol. */
public record Joining(GroupId observer, Phase phase) {

    /** The phases before membership. */
    public enum Phase {
        /** The observer must notify the joiner. */
        PREPARED,
        /** The joiner must accept. */
        ACCEPTED
    }
}
