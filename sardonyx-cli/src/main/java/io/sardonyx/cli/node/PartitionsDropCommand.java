package io.sardonyx.cli.node;

import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.value.JobId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code partitions drop}: gives a failed partition up. */
@Command(
        name = "drop",
        description = {
            "Gives a partition up that failed too often, so that its job can end without it.",
            "What was settled of it stays in the outputs."
        },
        sortOptions = false,
        footer = "  $ sardonyx partitions drop --store file:/tmp/shared words moby-dick.txt",
        exitCodeList = {
            "0:it is given up, or had not failed",
            "2:bad input, or no such job or partition",
            "3:the store does not answer"
        })
final class PartitionsDropCommand extends NodeStoreCommand {

    @Parameters(index = "0", paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    @Parameters(index = "1", paramLabel = "PARTITION", description = "The partition's name, or the end of it.")
    private String name;

    @Override
    int run(NodeClient client) {
        PartitionStatus partition =
                PartitionText.named(client, job(client, word).id(), name);
        boolean dropped = client.drop(partition.job(), partition.name());
        json.print(
                out -> out.text("job", partition.job())
                        .text("partition", partition.name())
                        .text("verdict", dropped ? "done" : "already-so"),
                out -> out.println("partition " + plain(partition.name())
                        + (dropped ? " is given up" : " has not failed; nothing changes")));
        return 0;
    }
}
