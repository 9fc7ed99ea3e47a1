package io.sardonyx.cli.job;

import io.sardonyx.cli.option.JsonOption;
import io.sardonyx.cli.option.StoreOption;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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
final class JobForgetCommand implements Callable<Integer> {

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Parameters(paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    @Override
    public Integer call() {
        try (AdminClient client = store.connect()) {
            JobStatus status = JobShowCommand.statusOf(client.founded(), word);
            JobStatus.State state = status.state();
            JobId job = status.job();
            if (state != JobStatus.State.KILLED
                    && state != JobStatus.State.FAILED
                    && state != JobStatus.State.FORGOTTEN) {
                throw new BadInput("job " + job + " is " + Keywords.of(state)
                        + "; only a job that was killed or failed can be forgotten");
            }
            Receipt receipt = client.forget(job);
            json.print(
                    out -> out.text("job", job)
                            .text("verdict", Keywords.of(receipt.verdict()))
                            .number("position", receipt.position()),
                    out -> out.println(
                            receipt.verdict() == Receipt.Verdict.DONE
                                    ? "only the id of job " + job + " is remembered since entry " + receipt.position()
                                    : "job " + job + " was forgotten before; nothing changes"));
            return 0;
        }
    }
}
