package io.sardonyx.cli.node;

import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.lease.PartitionDocument;
import java.util.List;

/**
 * Number of partitions of a job by state.
 *
 * @param done with those whose documents are removed by now
 * @param running held by a node
 */
record PartitionCounts(long done, long running, long outstanding, long failed) {

    /**
     * Counts.
     *
     * @param listed number of partitions that were ever created
     */
    static PartitionCounts of(List<PartitionStatus> partitions, long listed) {
        long failed = 0;
        long running = 0;
        long outstanding = 0;
        long done = 0;
        for (PartitionStatus partition : partitions) {
            if (partition.isSeal()) {
                continue;
            }
            PartitionDocument document = partition.state();
            switch (document.state()) {
                case DONE -> done++;
                case FAILED -> failed++;
                case OUTSTANDING -> {
                    if (document.lock().isFree()) {
                        outstanding++;
                    } else {
                        running++;
                    }
                }
            }
        }
        return new PartitionCounts(
                Math.max(done, listed - failed - running - outstanding), running, outstanding, failed);
    }

    String text() {
        return done + " done, " + running + " running, " + outstanding + " outstanding"
                + (failed == 0 ? "" : ", " + failed + " failed");
    }
}
