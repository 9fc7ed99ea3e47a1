package io.sardonyx.cli.job;

import io.sardonyx.answer.OutcomeText;
import io.sardonyx.answer.Subject;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.json.BadInput;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code job stop}: stops a job at a last checkpoint, from which it can be resumed. */
@Command(
        name = "stop",
        description = "Stops a job that has checkpoints at a last one, from which job resume goes on.",
        sortOptions = false,
        footer = "  $ sardonyx job stop --store file:/tmp/cluster words --wait",
        exitCodeList = {
            "0:it is stopping, or had ended before; with --wait: it is stopped",
            "1:with --wait: it was killed, failed, or completed first",
            "2:bad input, no such job, or it has no checkpoints",
            "3:the store does not answer"
        })
final class JobStopCommand extends ClusterCommand {

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    @Option(names = "--wait", description = "Wait until the job has ended, and say how.")
    private boolean wait;

    @Parameters(index = "0", paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    @Override
    public Integer call() throws InterruptedException {
        try (AdminClient client = store.connect()) {
            JobId job =
                    Subject.jobNamed(word, client.founded().replica().jobs()).job();
            Receipt receipt = client.stop(job);
            if (receipt.verdict() == Receipt.Verdict.NO_CHECKPOINT) {
                throw new BadInput(
                        "job " + job + " has no checkpoints to stop at; job kill ends it, and job resume goes"
                                + " on from what its inputs have done");
            }
            json.print(
                    out -> SingleJobCommand.write(job, receipt, out),
                    out -> out.println(
                            receipt.verdict() == Receipt.Verdict.DONE
                                    ? "job " + job + " is stopping since entry " + receipt.position()
                                    : "job " + job + " is stopping or had ended before; nothing changes"));
            return wait ? await(client, job) : 0;
        }
    }

    private int await(AdminClient client, JobId job) throws InterruptedException {
        try {
            Outcome outcome = client.await(job, FOR_EVER);
            JobStatus status = JobStatus.of(outcome);
            json.print(
                    out -> OutcomeText.write(status, out),
                    out -> out.println("job " + job + " " + OutcomeText.sentence(outcome)));
            return status.state() == JobStatus.State.STOPPED ? 0 : 1;
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }
}
