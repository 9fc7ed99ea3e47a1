package io.sardonyx.group;

import io.sardonyx.job.Tags;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.value.Site;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * How a process takes part in a cluster.
 *
 * @param cluster the parameters it expects, and founds the cluster with when nobody has
 * @param peers how many virtual peers it offers
 * @param poll how long at most a change goes unnoticed when a nudge got lost
 * @param patience how long what is owed may take by itself before it is appended again
 * @param gcEvery after how many entries the member whose turn it is trims the log
 * @param gcAfter after how long it does so although there are fewer
 * @param clock the wall clock that its entries are stamped with, for people
 */
public record GroupSettings(
        ClusterParameters cluster,
        int peers,
        @Nullable Site site,
        Tags tags,
        Duration poll,
        Duration patience,
        int gcEvery,
        Duration gcAfter,
        InstantSource clock) {

    public static GroupSettings of(ClusterParameters cluster, int peers) {
        return new GroupSettings(
                cluster,
                peers,
                null,
                Tags.NONE,
                Duration.ofSeconds(5),
                Duration.ofSeconds(1),
                5_000,
                Duration.ofHours(1),
                InstantSource.system());
    }

    public GroupSettings at(@Nullable Site other) {
        return new GroupSettings(cluster, peers, other, tags, poll, patience, gcEvery, gcAfter, clock);
    }

    public GroupSettings with(Tags other) {
        return new GroupSettings(cluster, peers, site, other, poll, patience, gcEvery, gcAfter, clock);
    }

    /** With other rules for when the log is trimmed. */
    public GroupSettings trimming(int everyEntries, Duration after) {
        return new GroupSettings(cluster, peers, site, tags, poll, patience, everyEntries, after, clock);
    }

    /** With another clock, such as a simulated one. */
    public GroupSettings clock(InstantSource other) {
        return new GroupSettings(cluster, peers, site, tags, poll, patience, gcEvery, gcAfter, other);
    }
}
