package io.sardonyx.replica;

import io.sardonyx.value.GroupId;

/**
 * Divergence of two members that have folded the same entries into different replicas; both stop, since neither can be
 * trusted.
 *
 * @param position of the entry up to which both folded
 */
public record Dispute(GroupId objector, GroupId author, long position) {

    public boolean concerns(GroupId group) {
        return objector.equals(group) || author.equals(group);
    }
}
