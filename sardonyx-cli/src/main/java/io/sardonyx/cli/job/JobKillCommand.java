package io.sardonyx.cli.job;

import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.value.JobId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code job kill}: stops a job for good. */
@Command(
        name = "kill",
        description = "Stops a job for good. Whoever waits for it learns by whom and why.",
        sortOptions = false,
        footer = "  $ sardonyx job kill --store file:/tmp/cluster words --reason typo",
        exitCodeList = {
            "0:it is stopped, or had ended before",
            "2:bad input, or no such job",
            "3:the store does not answer"
        })
final class JobKillCommand extends SingleJobCommand {

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why.")
    private @Nullable String reason;

    @Option(names = "--by", paramLabel = "NAME", description = "Who wants it; the name of the user by default.")
    private String by = System.getProperty("user.name", "somebody");

    @Override
    void run(JobStatus status, ReplicaView view, AdminClient client) {
        JobId job = status.job();
        Receipt receipt = client.kill(job, by, reason);
        json.print(
                out -> write(job, receipt, out),
                out -> out.println(
                        receipt.verdict() == Receipt.Verdict.DONE
                                ? "job " + job + " is killed at entry " + receipt.position()
                                : "job " + job + " had ended before; nothing changes"));
    }
}
