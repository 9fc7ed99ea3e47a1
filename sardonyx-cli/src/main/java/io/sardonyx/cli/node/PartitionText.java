package io.sardonyx.cli.node;

import io.sardonyx.answer.Phrases;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.value.JobId;
import io.sardonyx.value.text.Spelling;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/** Partitions as they are told on the command line. */
final class PartitionText {

    private PartitionText() {}

    /**
     * The partition of this name, or the only one whose name ends so.
     *
     * @throws BadInput when there is none, or when there are several
     */
    static PartitionStatus named(NodeClient client, JobId job, String word) {
        List<PartitionStatus> all = client.partitions(job, new TreeMap<>());
        List<PartitionStatus> exact =
                all.stream().filter(each -> each.name().equals(word)).toList();
        List<PartitionStatus> found = exact.isEmpty()
                ? all.stream().filter(each -> each.name().endsWith(word)).toList()
                : exact;
        if (found.size() == 1) {
            return found.get(0);
        }
        List<String> names = all.stream().map(PartitionStatus::name).toList();
        throw new BadInput(NodeStoreCommand.plain(
                found.isEmpty()
                        ? "job " + job + " has no partition " + word + " at present" + Spelling.didYouMean(word, names)
                        : found.size() + " partitions of job " + job + " end in " + word + "; say more of it"));
    }

    /** For people, in one word or a few. */
    static String state(PartitionDocument document) {
        LockDocument lock = document.lock();
        String state = document.isOutstanding() && !lock.isFree()
                ? "running at " + NodeStoreCommand.plain(lock.holder())
                : Keywords.of(document.state());
        String position = document.position();
        return state
                + (position == null ? "" : ", settled up to " + NodeStoreCommand.plain(position))
                + (document.waiting().isEmpty() ? "" : ", waits: " + NodeStoreCommand.plain(document.waiting()))
                + (document.failures() == 0
                        ? ""
                        : ", failed " + Phrases.count(document.failures(), "time") + ": "
                                + NodeStoreCommand.plain(document.failure()));
    }

    static void write(PartitionStatus partition, JsonOut out) {
        PartitionDocument document = partition.state();
        LockDocument lock = document.lock();
        boolean running = document.isOutstanding() && !lock.isFree();
        out.text("job", partition.job())
                .text("partition", partition.name())
                .text("state", running ? "running" : Keywords.of(document.state()))
                .number("fence", lock.fence());
        if (!lock.isFree()) {
            out.text("holder", lock.holder()).number("expire", lock.expireMillis());
            out.number("leaseMillis", lock.leaseMillis());
        }
        if (document.position() != null) {
            out.text("position", document.position());
        }
        if (!document.waiting().isEmpty()) {
            out.text("waiting", document.waiting());
        }
        if (document.failures() > 0) {
            out.number("failures", document.failures()).text("failure", document.failure());
        }
        out.text("document", "claims/" + partition.document());
    }

    static void print(PartitionStatus partition, PrintWriter out) {
        PartitionDocument document = partition.state();
        LockDocument lock = document.lock();
        out.println("partition " + NodeStoreCommand.plain(partition.name()) + " of job " + partition.job());
        out.println("  " + state(document));
        out.println("  fence " + lock.fence());
        if (!lock.isFree()) {
            out.println("  its lease of " + Phrases.seconds(lock.leaseMillis()) + " ends at "
                    + Instant.ofEpochMilli(lock.expireMillis()) + " by the wall clock of its holder, unless renewed");
        }
        out.println("  document claims/" + NodeStoreCommand.plain(partition.document()));
    }
}
