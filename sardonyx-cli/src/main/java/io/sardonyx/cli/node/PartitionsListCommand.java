package io.sardonyx.cli.node;

import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.value.JobId;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code partitions list}: lists the partitions of a job of nodes. */
@Command(
        name = "list",
        description = "Lists the partitions of a job of nodes that are not removed yet: state, holder and failures.",
        sortOptions = false,
        footer = "  $ sardonyx partitions list --store file:/tmp/shared words --failed",
        exitCodeList = {
            "0:done",
            "1:a document cannot be read",
            "2:bad input, or no such job",
            "3:the store does not answer"
        })
final class PartitionsListCommand extends NodeStoreCommand {

    @Mixin
    private final LongOption length = new LongOption();

    @Option(names = "--failed", description = "Only those that failed too often and are left alone.")
    private boolean failed;

    @Parameters(index = "0", paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    @Override
    int run(NodeClient client) {
        JobId job = job(client, word).id();
        var bad = new TreeMap<String, String>();
        List<PartitionStatus> wanted = client.partitions(job, bad).stream()
                .filter(each -> !failed || each.state().state() == PartitionDocument.State.FAILED)
                .toList();
        for (PartitionStatus each : wanted) {
            json.print(
                    out -> PartitionText.write(each, out),
                    out -> out.println(length.line(plain(each.name()) + "  " + PartitionText.state(each.state()))));
        }
        bad.values().forEach(reason -> Warnings.print(spec, reason));
        if (wanted.isEmpty()) {
            Warnings.print(spec, "there are no " + (failed ? "failed " : "") + "partitions of job " + job);
        }
        return bad.isEmpty() ? 0 : 1;
    }
}
