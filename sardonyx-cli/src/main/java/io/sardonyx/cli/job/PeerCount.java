package io.sardonyx.cli.job;

import io.sardonyx.answer.Phrases;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.BadInput;

/**
 * The number of peers for a job that has a cluster of its own.
 *
 * @param whole whether all its tasks need their peers at the same time; else one task is done after the other
 */
record PeerCount(Job job, boolean whole) {

    private static final int MOST_PEERS = 1_000;

    /** For a cluster of that allocation. */
    static PeerCount of(Job job, Allocation allocation) {
        return new PeerCount(job, Outline.of(job, "").decidedFor(allocation).wholeOnly());
    }

    /** The minimum: for each task one, or its lower bound; of the largest task only if they need not be all at once. */
    int least() {
        return whole
                ? all()
                : job.catalog().stream()
                        .mapToInt(entry -> Math.max(1, entry.task().bounds().min()))
                        .max()
                        .orElse(1);
    }

    /** For each task one, or its lower bound. */
    private int all() {
        int all = 0;
        for (CatalogEntry entry : job.catalog()) {
            all += Math.max(1, entry.task().bounds().min());
        }
        return all;
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

    /** The default: as many as processors, but one for each task, so that an endless job gets all of them. */
    int usual(int processors) {
        return (int) Math.max(all(), Math.min(processors, most()));
    }

    /**
     * Validates a requested number: with fewer than the minimum the job would wait for ever.
     *
     * @throws BadInput when it is out of bounds
     */
    int checked(int peers) {
        if (peers < least() || peers > Math.max(least(), MOST_PEERS)) {
            throw new BadInput("--peers: job " + job.id() + " needs at least " + Phrases.count(least(), "peer")
                    + (whole ? ", one for each task or as many as the task says" : ", as its largest task does")
                    + ", and gets at most "
                    + Math.max(least(), MOST_PEERS) + "; not " + peers);
        }
        return peers;
    }
}
