package io.sardonyx.group;

import io.sardonyx.value.GroupId;

/** Names the lease by which other groups see that a group is alive: its heartbeat, kept by the store's session. */
public final class Pulse {

    private Pulse() {}

    /** Name of a group's lease. */
    public static String nameOf(GroupId group) {
        return "pulses/" + group;
    }
}
