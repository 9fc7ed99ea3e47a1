package io.sardonyx.cli.job;

import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.Resumed;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import picocli.CommandLine.Command;

/** The command {@code job resume}: resumes a killed or completed job from its checkpoints, or releases a held one. */
@Command(
        name = "resume",
        description = {
            "Goes on with a job that was killed or has completed, from its checkpoints and under the next free id.",
            "A job that is held because processes died of it runs again under its own."
        },
        footer = "  $ sardonyx job resume --store file:/tmp/cluster words",
        exitCodeList = {
            "0:it goes on",
            "2:bad input, no such job, it runs, or nothing is left of it",
            "3:the store does not answer"
        })
final class JobResumeCommand extends SingleJobCommand {

    @Override
    void run(JobStatus status, ReplicaView view, AdminClient client) {
        JobId job = status.job();
        boolean held = status.state() == JobStatus.State.HELD;
        Resumed resumed = held ? new Resumed(job, client.release(job)) : client.resume(job);
        Receipt receipt = resumed.receipt();
        json.print(
                out -> out.text("job", resumed.job())
                        .text("resumes", job)
                        .text("verdict", Keywords.of(receipt.verdict()))
                        .number("position", receipt.position())
                        .number("leftAsTheyAre", resumed.leftAsTheyAre()),
                out -> out.println(
                        held
                                ? "job " + job + " is held no more since entry " + receipt.position()
                                : "job " + job + " goes on as job " + resumed.job() + " since entry "
                                        + receipt.position() + leftAsTheyAre(resumed)));
    }

    /** A note on partitions of a completed job that are not resumed, or the empty string. */
    static String leftAsTheyAre(Resumed resumed) {
        return resumed.leftAsTheyAre() == 0
                ? ""
                : "; " + resumed.leftAsTheyAre() + " partitions that were read to their end are not looked at again:"
                        + " there are so many that it was not written down where each ended";
    }
}
