package io.sardonyx.cli.job;

import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.BadInput;
import io.sardonyx.value.JobId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code job keep}: keeps a checkpoint of a job under a name. */
@Command(
        name = "keep",
        description = "Keeps the latest checkpoint of a job under a name, until job drop. The job may have ended.",
        sortOptions = false,
        footer = "  $ sardonyx job keep --store file:/tmp/cluster words before-upgrade",
        exitCodeList = {
            "0:it is kept under that name",
            "2:bad input, no such job or checkpoint, or the name is in use",
            "3:the store does not answer"
        })
final class JobKeepCommand extends SingleJobCommand {

    @Parameters(
            index = "1",
            paramLabel = "NAME",
            description = "Letters, digits, dots, hyphens and underscores; not a number.")
    private String name;

    @Option(names = "--number", paramLabel = "N", description = "Another checkpoint than the latest that is kept now.")
    private @Nullable Long number;

    @Override
    void run(JobStatus status, ReplicaView view, AdminClient client) {
        JobId job = status.job();
        Receipt receipt = kept(job, client);
        switch (receipt.verdict()) {
            case NO_CHECKPOINT ->
                throw new BadInput(
                        number == null
                                ? "job " + job + " has no checkpoint yet"
                                : "job " + job + " has no checkpoint " + number + ", or it is not kept any more;"
                                        + " job checkpoints lists those that are");
            case NAME_IN_USE ->
                throw new BadInput("another checkpoint of job " + job + " is kept as " + name
                        + ", or 100 are; job drop gives a name up");
            default -> {}
        }
        json.print(
                out -> write(job, receipt, out),
                out -> out.println(
                        receipt.verdict() == Receipt.Verdict.DONE
                                ? "a checkpoint of job " + job + " is kept as " + name + " since entry "
                                        + receipt.position()
                                : "that checkpoint of job " + job + " was kept as " + name
                                        + " before; nothing changes"));
    }

    private Receipt kept(JobId job, AdminClient client) {
        try {
            return number == null ? client.keepCheckpoint(job, name) : client.keepCheckpoint(job, name, number);
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }
}
