package io.sardonyx.cli.job;

import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.BadInput;
import io.sardonyx.value.JobId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code job drop}: gives up a checkpoint that was kept by name. */
@Command(
        name = "drop",
        description = "Gives up the name of a checkpoint; it is deleted unless it is one of the latest.",
        footer = "  $ sardonyx job drop --store file:/tmp/cluster words before-upgrade",
        exitCodeList = {"0:the name is free", "2:bad input, no such job or name", "3:the store does not answer"})
final class JobDropCommand extends SingleJobCommand {

    @Parameters(index = "1", paramLabel = "NAME", description = "As job keep had it.")
    private String name;

    @Override
    void run(JobStatus status, ReplicaView view, AdminClient client) {
        JobId job = status.job();
        Receipt receipt = dropped(job, client);
        if (receipt.verdict() == Receipt.Verdict.NO_CHECKPOINT) {
            throw new BadInput(
                    "no checkpoint of job " + job + " is kept as " + name + "; job checkpoints lists the names");
        }
        json.print(
                out -> write(job, receipt, out),
                out -> out.println("the name " + name + " is free since entry " + receipt.position()));
    }

    private Receipt dropped(JobId job, AdminClient client) {
        try {
            return client.dropCheckpoint(job, name);
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }
}
