package io.sardonyx.replica;

import io.sardonyx.job.Tags;
import io.sardonyx.schedule.SchedulablePeer;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/**
 * A virtual peer in the replica.
 *
 * @param assignment its current assignment, which the job's stage also holds; duplicated here so that idle peers, and
 *     what a leaving peer did, are found without a search of all jobs
 * @param active whether it signalled that it is ready for segments
 */
public record Peer(
        PeerId id,
        GroupId group,
        @Nullable Site site,
        Tags tags,
        @Nullable Assignment assignment,
        boolean active) implements SchedulablePeer {

    public Peer assigned(@Nullable Assignment other, boolean ready) {
        return new Peer(id, group, site, tags, other, ready);
    }

    /**
     * This peer with the identical group and site objects of another, if they are equal; saves memory, since a process
     * has many peers.
     */
    Peer near(Peer other) {
        return group.equals(other.group) && site != null && site.equals(other.site)
                ? new Peer(id, other.group, other.site, tags, assignment, active)
                : this;
    }
}
