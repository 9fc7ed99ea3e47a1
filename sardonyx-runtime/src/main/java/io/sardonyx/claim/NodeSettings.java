package io.sardonyx.claim;

import io.sardonyx.lease.Candidate;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Settings of a node.
 *
 * @param token identity of this process, unique among all there ever were
 * @param workers most partitions that it reads at a time
 * @param lease for how long a node that has died keeps its partitions
 * @param attempts how often a partition may fail before it is left alone
 * @param wallClock for the times in documents, which are informative only
 */
public record NodeSettings(String token, int workers, Duration lease, int attempts, InstantSource wallClock) {

    /** Most workers of a node. */
    public static final int MOST_WORKERS = 10_000;

    /** Lease of stores with fast writes, such as a directory or ZooKeeper. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(10);

    /** Failures after which a partition is left alone, unless given. */
    public static final int DEFAULT_ATTEMPTS = 3;

    private static final Duration SHORTEST_LEASE = Duration.ofMillis(500);

    public NodeSettings {
        if (workers < 1 || workers > MOST_WORKERS) {
            throw new IllegalArgumentException("a node has 1 to " + MOST_WORKERS + " workers, not " + workers);
        }
        if (lease.compareTo(SHORTEST_LEASE) < 0) {
            throw new IllegalArgumentException(
                    "a lease is at least " + SHORTEST_LEASE + ", or a slow call would end it, not " + lease);
        }
        if (attempts < 1) {
            throw new IllegalArgumentException("a partition is tried at least once, not " + attempts + " times");
        }
    }

    Candidate candidate() {
        return new Candidate(token, lease.toMillis());
    }
}
