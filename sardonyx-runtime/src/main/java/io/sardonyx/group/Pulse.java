package io.sardonyx.group;

import io.sardonyx.value.GroupId;

/** A group's lease on its own name, by which others tell that it lives. */
public final class Pulse {

    private Pulse() {}

    /** The name of the lease. */
    public static String nameOf(GroupId group) {
        return "pulses/" + group;
    }
}
