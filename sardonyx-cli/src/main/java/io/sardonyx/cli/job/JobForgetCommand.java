package io.sardonyx.cli.job;

import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Command;

/** The command {@code job forget}: deletes content and checkpoints of a killed job. */
@Command(
        name = "forget",
        description = "Gives up content and checkpoints of a killed or stopped job, so that it cannot be resumed.",
        footer = "  $ sardonyx job forget --store file:/tmp/cluster words",
        exitCodeList = {
            "0:only its id is remembered",
            "2:bad input, no such job, or it was not killed",
            "3:the store does not answer"
        })
final class JobForgetCommand extends SingleJobCommand {

    private static final Set<JobStatus.State> ENDED = EnumSet.of(
            JobStatus.State.KILLED, JobStatus.State.STOPPED, JobStatus.State.FAILED, JobStatus.State.FORGOTTEN);

    @Override
    void run(JobStatus status, ReplicaView view, AdminClient client) {
        JobStatus.State state = status.state();
        JobId job = status.job();
        if (!ENDED.contains(state)) {
            throw new BadInput("job " + job + " is " + Keywords.of(state)
                    + "; only a job that was killed or stopped, or failed, can be forgotten");
        }
        if (view.replica().jobs().resumed().contains(job)) {
            throw new BadInput(
                    "another job goes on from a checkpoint of job " + job + ", so it is kept as long as that job");
        }
        Receipt receipt = client.forget(job);
        json.print(
                out -> write(job, receipt, out),
                out -> out.println(
                        receipt.verdict() == Receipt.Verdict.DONE
                                ? "only the id of job " + job + " is remembered since entry " + receipt.position()
                                : "job " + job + " was forgotten before; nothing changes"));
    }
}
