package io.sardonyx.cli.node;

import io.sardonyx.answer.NodeFindings;
import io.sardonyx.answer.NodeOverview;
import io.sardonyx.answer.OutcomeText;
import io.sardonyx.answer.PartitionCounts;
import io.sardonyx.answer.Phrases;
import io.sardonyx.claim.JobIndex;
import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.json.Keywords;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.NodeListDocument;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command {@code node jobs}: lists the jobs of nodes and how far they are. */
@Command(
        name = "jobs",
        description =
                "Lists the jobs of nodes in order of submission: how far they are, what holds them up, their end.",
        footer = "  $ sardonyx node jobs --store file:/tmp/shared",
        exitCodeList = {"0:done", "1:a document cannot be read", "2:bad input", "3:the store does not answer"})
final class NodeJobsCommand extends NodeStoreCommand {

    @Override
    int run(NodeClient client) {
        List<IndexedJob> jobs = client.index().jobs();
        Map<String, String> bad = new TreeMap<>();
        NodeListDocument nodes = NodeOverview.readable("nodes", client::nodes, NodeListDocument.EMPTY, bad);
        LockDocument leader = NodeOverview.readable("leader", client::leader, LockDocument.UNHELD, bad);
        int width =
                jobs.stream().mapToInt(job -> job.id().text().length()).max().orElse(0);
        for (IndexedJob job : jobs) {
            boolean running = job.state() == JobIndex.State.RUNNING;
            PartitionCounts counts = running ? PartitionCounts.of(job, client.partitions(job.id(), bad)) : null;
            String why = running ? NodeFindings.hindrance(job, nodes, leader) : job.reason();
            print(job, counts, why, width);
        }
        bad.values().forEach(reason -> Warnings.print(spec, reason));
        if (jobs.isEmpty()) {
            Warnings.print(spec, "there are no jobs");
        }
        return bad.isEmpty() ? 0 : 1;
    }

    private void print(IndexedJob job, @Nullable PartitionCounts counts, String why, int width) {
        json.print(
                out -> {
                    out.text("job", job.id())
                            .text("state", Keywords.of(job.state()))
                            .number("submitted", job.submittedMillis())
                            .number("partitions", job.listed());
                    if (counts != null) {
                        counts.write(out);
                    } else {
                        PartitionCounts.writeSkipped(job.skipped(), out);
                    }
                    if (!why.isEmpty()) {
                        out.text("reason", why);
                    }
                },
                out -> out.println(line(job, counts, plain(why), width)));
    }

    private String line(IndexedJob job, @Nullable PartitionCounts counts, String why, int width) {
        TextStyle style = TextStyle.of(spec);
        String id = job.id().text();
        return style.strong(id) + " ".repeat(width - id.length()) + "  " + Keywords.of(job.state()) + ", "
                + (counts == null
                        ? Phrases.count(job.listed(), "partition") + OutcomeText.skipped(job.skipped())
                        : counts.text())
                + (why.isEmpty() ? "" : "; " + (counts == null ? why : style.alarming(why)));
    }
}
