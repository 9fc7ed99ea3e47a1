package io.sardonyx.cli.job;

import io.sardonyx.answer.ResumePoint;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.Resumed;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code job resume}: resumes a killed or completed job from its checkpoints, or releases a held one. */
@Command(
        name = "resume",
        description = {
            "Goes on with a job that was stopped or killed or has completed, from its checkpoints, under the next id.",
            "A job that is held because processes died of it runs again under its own."
        },
        footer = {
            "  $ sardonyx job resume --store file:/tmp/cluster words",
            "  $ sardonyx job resume --store file:/tmp/cluster words@nightly"
        },
        exitCodeList = {
            "0:it goes on",
            "2:bad input, no such job or checkpoint, it runs, nothing is left of it, or another client was faster",
            "3:the store does not answer"
        })
final class JobResumeCommand extends ClusterCommand {

    @Parameters(
            index = "0",
            paramLabel = "JOB[@CHECKPOINT]",
            description = "The job's id, or the beginning of it; and the name or number of a checkpoint that is kept.")
    private String word;

    @Override
    public Integer call() {
        try (AdminClient client = store.connect()) {
            resume(ResumePoint.named(word, client.founded().replica().jobs()), client);
            return 0;
        }
    }

    private void resume(ResumePoint from, AdminClient client) {
        JobId job = from.job().job();
        String checkpoint = from.checkpoint();
        boolean held = from.job().state() == JobStatus.State.HELD && checkpoint == null;
        Resumed resumed = held
                ? new Resumed(job, client.release(job))
                : checkpoint == null ? client.resume(job) : client.resume(job, checkpoint);
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
