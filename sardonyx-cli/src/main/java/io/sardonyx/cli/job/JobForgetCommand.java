package io.sardonyx.cli.job;

import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import picocli.CommandLine.Command;

/** The command {@code job forget}: deletes content and checkpoints of a killed job. */
@Command(
        name = "forget",
        description = "Gives up the content and checkpoints of a killed job, so that it cannot be resumed any more.",
        footer = "  $ sardonyx job forget --store file:/tmp/cluster words",
        exitCodeList = {
            "0:only its id is remembered",
            "2:bad input, no such job, or it was not killed",
            "3:the store does not answer"
        })
final class JobForgetCommand extends SingleJobCommand {

    @Override
    void run(JobStatus status, ReplicaView view, AdminClient client) {
        JobStatus.State state = status.state();
        JobId job = status.job();
        if (state != JobStatus.State.KILLED && state != JobStatus.State.FAILED && state != JobStatus.State.FORGOTTEN) {
            throw new BadInput("job " + job + " is " + Keywords.of(state)
                    + "; only a job that was killed or failed can be forgotten");
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
