package io.sardonyx.cli.node;

import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.json.BadInput;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.value.JobId;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code partitions retry}: lets nodes try failed partitions again. */
@Command(
        name = "retry",
        description =
                "Lets nodes try a partition again that failed too often, or all of them; from where it is settled.",
        sortOptions = false,
        footer = {
            "  $ sardonyx partitions retry --store file:/tmp/shared words moby-dick.txt",
            "  $ sardonyx partitions retry --store file:/tmp/shared words --all"
        },
        exitCodeList = {
            "0:it is tried again, or had not failed",
            "2:bad input, or no such job or partition",
            "3:the store does not answer"
        })
final class PartitionsRetryCommand extends NodeStoreCommand {

    @Option(names = "--all", description = "All partitions of the job that failed too often.")
    private boolean all;

    @Parameters(index = "0", paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PARTITION",
            description = "The partition's name, or the end of it.")
    private @Nullable String name;

    @Override
    int run(NodeClient client) {
        if (all == (name != null)) {
            throw new BadInput("give the name of a partition or --all, one of them");
        }
        JobId job = job(client, word).id();
        List<PartitionStatus> wanted = name == null
                ? client.partitions(job, new TreeMap<>()).stream()
                        .filter(each -> each.state().state() == PartitionDocument.State.FAILED)
                        .toList()
                : List.of(PartitionText.named(client, job, name));
        for (PartitionStatus partition : wanted) {
            boolean retried = client.retry(job, partition.name());
            json.print(
                    out -> out.text("job", job)
                            .text("partition", partition.name())
                            .text("verdict", retried ? "done" : "already-so"),
                    out -> out.println("partition " + plain(partition.name())
                            + (retried ? " is tried again" : " has not failed; nothing changes")));
        }
        if (wanted.isEmpty() && !json.isGiven()) {
            json.print(out -> {}, out -> out.println("no partition of job " + job + " has failed; nothing changes"));
        }
        return 0;
    }
}
