package io.sardonyx.group;

import io.sardonyx.job.Tags;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.value.Site;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a group.
 *
 * @param cluster parameters it requires, and with which it founds the cluster if there is none
 * @param peers number of virtual peers it offers
 * @param site address at which other processes reach it, or null for a group that cannot be reached
 * @param tags capabilities of its peers
 * @param poll interval of polling, which finds changes whose notification was lost
 * @param patience how long an owed command may be missing from the log before it is appended again
 * @param gcEvery number of entries after which the log is trimmed
 * @param gcAfter time after which it is trimmed although there are fewer
 * @param clock wall clock for the timestamps of its entries; only people read them
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

    /** Defaults: poll every 5 s, retry after 1 s, trim every 5000 entries or every hour. */
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

    /** With another address; null for none. */
    public GroupSettings at(@Nullable Site other) {
        return new GroupSettings(cluster, peers, other, tags, poll, patience, gcEvery, gcAfter, clock);
    }

    /** With other tags. */
    public GroupSettings with(Tags other) {
        return new GroupSettings(cluster, peers, site, other, poll, patience, gcEvery, gcAfter, clock);
    }

    /** With other thresholds for trimming the log. */
    public GroupSettings trimming(int everyEntries, Duration after) {
        return new GroupSettings(cluster, peers, site, tags, poll, patience, everyEntries, after, clock);
    }

    /** With another clock, such as a simulated one. */
    public GroupSettings clock(InstantSource other) {
        return new GroupSettings(cluster, peers, site, tags, poll, patience, gcEvery, gcAfter, other);
    }
}
