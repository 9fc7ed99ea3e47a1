package io.sardonyx.cli.node;

import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.value.JobId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code node kill}: stops a job of nodes for good. */
@Command(
        name = "kill",
        description = "Stops a job of nodes for good. Nodes stop to work on it when they read that.",
        sortOptions = false,
        footer = "  $ sardonyx node kill --store file:/tmp/shared words --reason typo",
        exitCodeList = {
            "0:it is stopped, or had ended before",
            "2:bad input, or no such job",
            "3:the store does not answer"
        })
final class NodeKillCommand extends NodeStoreCommand {

    @Parameters(index = "0", paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why.")
    private @Nullable String reason;

    @Override
    int run(NodeClient client) {
        IndexedJob job = job(client, word);
        String by = "by " + System.getProperty("user.name", "somebody");
        boolean killed = client.kill(job.id(), reason == null ? by : by + ": " + reason);
        json.print(
                out -> out.text("job", job.id()).text("verdict", killed ? "done" : "already-so"),
                out -> out.println(
                        killed
                                ? "job " + job.id() + " is killed"
                                : "job " + job.id() + " had ended before; nothing changes"));
        return 0;
    }
}
