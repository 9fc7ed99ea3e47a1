package io.sardonyx.cli.job;

import io.sardonyx.answer.Phrases;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.json.BadInput;

/** The number of peers for a job that has a cluster of its own. */
record PeerCount(Job job) {

    private static final int MOST_PEERS = 1_000;

    /** The minimum: for each task one, or its lower bound. */
    int least() {
        int least = 0;
        for (CatalogEntry entry : job.catalog()) {
            least += Math.max(1, entry.task().bounds().min());
        }
        return least;
    }

    /** The maximum: the sum of the upper bounds. */
    private long most() {
        long most = 0;
        for (CatalogEntry entry : job.catalog()) {
            Bounds bounds = entry.task().bounds();
            most += bounds.max();
        }
        return most;
    }

    /** The default: as many as processors, within minimum and maximum; more would only share the processors. */
    int usual(int processors) {
        return (int) Math.max(least(), Math.min(processors, most()));
    }

    /**
     * Validates a requested number: with fewer than the minimum the job would wait for ever.
     *
     * @throws BadInput when it is out of bounds
     */
    int checked(int peers) {
        if (peers < least() || peers > Math.max(least(), MOST_PEERS)) {
            throw new BadInput("--peers: job " + job.id() + " needs at least " + Phrases.count(least(), "peer")
                    + ", one for each task or as many as the task says, and gets at most "
                    + Math.max(least(), MOST_PEERS) + "; not " + peers);
        }
        return peers;
    }
}
