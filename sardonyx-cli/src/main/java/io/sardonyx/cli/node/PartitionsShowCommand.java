package io.sardonyx.cli.node;

import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.value.JobId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code partitions show}: shows one partition of a job of nodes. */
@Command(
        name = "show",
        description = "Shows a partition of a job of nodes: who holds it, how far it is, why it failed last.",
        sortOptions = false,
        footer = "  $ sardonyx partitions show --store file:/tmp/shared words moby-dick.txt",
        exitCodeList = {"0:done", "2:bad input, or no such job or partition", "3:the store does not answer"})
final class PartitionsShowCommand extends NodeStoreCommand {

    @Parameters(index = "0", paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    @Parameters(index = "1", paramLabel = "PARTITION", description = "The partition's name, or the end of it.")
    private String name;

    @Override
    int run(NodeClient client) {
        PartitionStatus found = PartitionText.named(client, job(client, word).id(), name);
        json.print(out -> PartitionText.write(found, out), out -> PartitionText.print(found, out));
        return 0;
    }
}
