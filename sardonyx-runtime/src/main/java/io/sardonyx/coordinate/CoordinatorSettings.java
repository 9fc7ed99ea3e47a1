package io.sardonyx.coordinate;

import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a coordinator.
 *
 * @param cluster name of the cluster that it expects, or null for any
 * @param revokeAfter how long a peer may take to acknowledge an offer before the offer is revoked
 * @param poll interval of polling, which finds changes whose notification was lost
 * @param patience first delay of retries
 * @param trimEvery number of events after which the coordinator's log is trimmed
 * @param clock wall clock for the timestamps of its entries; only people read them
 * @param host name of its machine, for people; empty if it is not known
 */
public record CoordinatorSettings(
        @Nullable String cluster,
        Duration revokeAfter,
        Duration poll,
        Duration patience,
        int trimEvery,
        InstantSource clock,
        String host) {

    /** The shortest time for an acknowledgement: reading the offer, the job's content and a write to a slow store. */
    public static final Duration SHORTEST_REVOKE = Duration.ofSeconds(1);

    /** Defaults: offers are revoked after 30 s; poll every 5 s, retry after 1 s, trim every 5000 events. */
    public static final CoordinatorSettings DEFAULT = new CoordinatorSettings(
            null,
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            5_000,
            InstantSource.system(),
            "");

    public CoordinatorSettings {
        if (revokeAfter.compareTo(SHORTEST_REVOKE) < 0) {
            throw new IllegalArgumentException("a peer has at least " + SHORTEST_REVOKE.toMillis()
                    + " ms to acknowledge an offer, since it reads the job first; " + revokeAfter.toMillis()
                    + " ms would revoke offers that are on their way");
        }
        if (trimEvery < 1) {
            throw new IllegalArgumentException("a log is trimmed after 1 event or more, not " + trimEvery);
        }
    }

    /** With the name of the cluster that it expects. */
    public CoordinatorSettings of(String name) {
        return new CoordinatorSettings(name, revokeAfter, poll, patience, trimEvery, clock, host);
    }

    /** With another time for acknowledgements. */
    public CoordinatorSettings revokingAfter(Duration other) {
        return new CoordinatorSettings(cluster, other, poll, patience, trimEvery, clock, host);
    }

    /** With another threshold for trimming its log. */
    public CoordinatorSettings trimming(int everyEvents) {
        return new CoordinatorSettings(cluster, revokeAfter, poll, patience, everyEvents, clock, host);
    }

    /** With another clock, such as a simulated one. */
    public CoordinatorSettings clock(InstantSource other) {
        return new CoordinatorSettings(cluster, revokeAfter, poll, patience, trimEvery, other, host);
    }

    /** With the name of its machine. */
    public CoordinatorSettings at(String machine) {
        return new CoordinatorSettings(cluster, revokeAfter, poll, patience, trimEvery, clock, machine);
    }
}
