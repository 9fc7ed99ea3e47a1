package io.sardonyx.cli.job;

import io.sardonyx.cli.terminal.Phrases;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.json.BadInput;

/** How many peers a job needs when it has them all to itself. */
record PeerCount(Job job) {

    private static final int MOST_PEERS = 1_000;

    /** A peer for each task, or as many as it says. */
    int least() {
        int least = 0;
        for (CatalogEntry entry : job.catalog()) {
            least += Math.max(1, entry.task().bounds().min());
        }
        return least;
    }

    private long most() {
        long most = 0;
        for (CatalogEntry entry : job.catalog()) {
            Bounds bounds = entry.task().bounds();
            most += bounds.max();
        }
        return most;
    }

    /** As many as there are processors, if it can use them: with fewer some would idle, more would only take turns. */
    int usual(int processors) {
        return (int) Math.max(least(), Math.min(processors, most()));
    }

    /** Who asks for fewer than it needs would wait for ever. */
    int checked(int peers) {
        if (peers < least() || peers > Math.max(least(), MOST_PEERS)) {
            throw new BadInput("--peers: job " + job.id() + " needs at least " + Phrases.count(least(), "peer")
                    + ", one for each task or as many as the task says, and gets at most "
                    + Math.max(least(), MOST_PEERS) + "; not " + peers);
        }
        return peers;
    }
}
