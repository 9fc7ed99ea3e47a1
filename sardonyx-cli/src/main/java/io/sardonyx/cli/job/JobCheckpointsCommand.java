package io.sardonyx.cli.job;

import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.JobStatus.JobCheckpoint;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.JsonOut;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code job checkpoints}: lists the checkpoints of a job that are kept. */
@Command(
        name = "checkpoints",
        description = "Lists the checkpoints of a job that are kept, from which it can be resumed; the latest last.",
        footer = "  $ sardonyx job checkpoints --store file:/tmp/cluster words",
        exitCodeList = {"0:done", "2:bad input, or no such job", "3:the store does not answer"})
final class JobCheckpointsCommand extends SingleJobCommand {

    @Override
    void run(JobStatus status, ReplicaView view, AdminClient client) {
        List<JobCheckpoint> all = client.checkpoints(status.job());
        Instant now = Instant.now();
        for (JobCheckpoint each : all) {
            json.print(out -> write(each, out), out -> out.println(line(each, now)));
        }
        if (all.isEmpty()) {
            Warnings.print(spec, "job " + status.job() + " has no checkpoints");
        }
    }

    private static String line(JobCheckpoint checkpoint, Instant now) {
        Instant completed = checkpoint.completed();
        return checkpoint.number() + "  entry " + checkpoint.position()
                + (completed == null
                        ? ""
                        : "  " + Phrases.seconds(Math.max(0, now.toEpochMilli() - completed.toEpochMilli())) + " ago")
                + (checkpoint.bytes() < 0 ? "  cannot be read" : "  " + Phrases.grouped(checkpoint.bytes()) + " bytes")
                + (checkpoint.names().isEmpty() ? "" : "  " + String.join(", ", checkpoint.names()));
    }

    private static void write(JobCheckpoint checkpoint, JsonOut out) {
        out.number("number", checkpoint.number()).number("position", checkpoint.position());
        Instant completed = checkpoint.completed();
        if (completed != null) {
            out.text("completed", completed.toString());
        }
        if (checkpoint.bytes() >= 0) {
            out.number("bytes", checkpoint.bytes());
        }
        out.textsUnlessEmpty("names", checkpoint.names());
    }
}
