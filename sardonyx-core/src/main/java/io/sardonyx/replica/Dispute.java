package io.sardonyx.replica;

import io.sardonyx.value.GroupId;

/**
 * Two members that have folded the same entries into different replicas; both stop, since nobody knows who is right.
 *
 * @param position of the entry up to which both folded
 */
public record Dispute(GroupId objector, GroupId author, long position) {

    public boolean concerns(GroupId group) {
        return objector.equals(group) || author.equals(group);
    }
}
