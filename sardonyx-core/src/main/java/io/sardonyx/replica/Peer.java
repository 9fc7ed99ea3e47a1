package io.sardonyx.replica;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.job.Tags;
import io.sardonyx.schedule.SchedulablePeer;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/**
 * A virtual peer.
 *
 * @param assignment its place, also found in the job's stage; kept here too so that an idle peer, or what a leaving
 *     peer did, is found without searching all jobs
 * @param active whether it said that it is ready for segments
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

    /** This peer with the very group and site of another, if they are equal: a process has many peers. */
    Peer near(Peer other) {
        return group.equals(other.group) && site != null && site.equals(other.site)
                ? new Peer(id, other.group, other.site, tags, assignment, active)
                : this;
    }
}
