package io.sardonyx.cli.job;

import io.sardonyx.answer.Subject;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.option.FunctionsOption;
import io.sardonyx.cli.option.InputFile;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.client.CannotResume;
import io.sardonyx.client.Resumed;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.JobResumption;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Job;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code job replace}: stops a job at a last checkpoint, and submits another one that goes on from it. */
@Command(
        name = "replace",
        description = {
            "Stops a running job at a last checkpoint, and submits the job of a file, which goes on from that.",
            "It gets the next free id. All is checked before that can be: job plan FILE --resume JOB tells."
        },
        sortOptions = false,
        footer = {
            "  $ sardonyx job plan --store file:/tmp/cluster words.yaml --resume words --jar words-2.jar",
            "  $ sardonyx job replace --store file:/tmp/cluster words words.yaml --jar words-2.jar"
        },
        exitCodeList = {
            "0:the new job goes on from the old one",
            "1:the old one is stopped, but the new one was refused then, or another client was faster; the message says"
                    + " how to go on",
            "2:bad input, no such job, it has no checkpoints, or its state cannot be taken over; the job goes on",
            "3:the store does not answer; the message says if the old one is stopped, and how to find out about the"
                    + " new one"
        })
final class JobReplaceCommand extends ClusterCommand {

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    @Mixin
    private final FunctionsOption functions = new FunctionsOption();

    @Parameters(index = "0", paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    @Parameters(
            index = "1",
            paramLabel = "JOB.yaml",
            description = "The new job, as YAML or JSON. - reads standard input.")
    private String file;

    @Override
    public Integer call() throws InterruptedException {
        var text = JobText.in(new InputFile(file));
        Job content = text.job();
        try (AdminClient client = store.connect()) {
            JobId job =
                    Subject.jobNamed(word, client.founded().replica().jobs()).job();
            JobResumption resumption = client.resumption(functions.forOwnJobs());
            var warnings =
                    new ArrayList<>(resumption.planReplacement(job, content).unchecked());
            warnings.addAll(UnreplayableInputs.warnings(content, JobSubmitCommand.plugins()));
            Resumed resumed = resumption.replace(job, content, FOR_EVER);
            warnings.forEach(warning -> Warnings.print(spec, warning));
            json.print(
                    out -> {
                        SingleJobCommand.write(resumed.job(), resumed.receipt(), out);
                        out.text("replaces", job).textsUnlessEmpty("warnings", warnings);
                    },
                    out -> out.println("job " + job + " is stopped, and job " + resumed.job()
                            + " goes on from its last checkpoint since entry "
                            + resumed.receipt().position()));
            return 0;
        } catch (BadJob e) {
            throw text.unusable(e);
        } catch (CannotResume e) {
            if (!e.isStopped()) {
                throw e;
            }
            spec.commandLine().getErr().println("sardonyx: " + e.getMessage());
            return 1;
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }
}
