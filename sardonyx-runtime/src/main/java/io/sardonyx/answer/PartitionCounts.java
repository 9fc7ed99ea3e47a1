package io.sardonyx.answer;

import io.sardonyx.claim.JobIndex;
import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.json.JsonOut;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.List;

/**
 * Number of partitions of a job of nodes by state.
 *
 * @param done with those whose documents are removed by now
 * @param running held by a node
 * @param skipped number of segments that each task left out by its error policy
 */
public record PartitionCounts(
        long done, long running, long outstanding, long failed, SortedTable<TaskName, Long> skipped) {

    /** Counts the partitions of a running job. */
    public static PartitionCounts of(IndexedJob job, List<PartitionStatus> partitions) {
        long failed = 0;
        long running = 0;
        long outstanding = 0;
        long done = 0;
        SortedTable<TaskName, Long> skipped = job.skipped();
        for (PartitionStatus partition : partitions) {
            if (partition.isSeal()) {
                continue;
            }
            PartitionDocument document = partition.state();
            skipped = JobIndex.sum(skipped, document.skipped());
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
        long removed = Math.max(done, job.listed() - failed - running - outstanding);
        return new PartitionCounts(removed, running, outstanding, failed, skipped);
    }

    public String text() {
        return done + " done, " + running + " running, " + outstanding + " outstanding"
                + (failed == 0 ? "" : ", " + failed + " failed")
                + OutcomeText.skipped(skipped);
    }

    /** Writes its fields into a JSON object that is already open. */
    public void write(JsonOut out) {
        out.number("done", done)
                .number("running", running)
                .number("outstanding", outstanding)
                .number("failed", failed);
        writeSkipped(skipped, out);
    }

    /** Writes how many segments tasks left out, if any. */
    public static void writeSkipped(SortedTable<TaskName, Long> skipped, JsonOut out) {
        out.beginUnlessEmpty("skipped");
        skipped.forEach((task, count) -> out.number(task.text(), count));
        out.end();
    }
}
