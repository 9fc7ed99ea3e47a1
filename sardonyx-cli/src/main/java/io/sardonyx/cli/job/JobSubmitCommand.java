package io.sardonyx.cli.job;

import io.sardonyx.answer.CoordinatorFindings;
import io.sardonyx.answer.JobHindrances;
import io.sardonyx.answer.OutcomeText;
import io.sardonyx.answer.ResumePoint;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.option.FunctionsOption;
import io.sardonyx.cli.option.InputFile;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.Resumed;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.JobResumption;
import io.sardonyx.content.JobStore;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.json.BadInput;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code job submit}: submits a job file; idempotent by the job's id. */
@Command(
        name = "submit",
        description = {
            "Submits the job of a file. Submitting it again is the same as once.",
            "Says of each output of a job with checkpoints whether it publishes results once."
        },
        sortOptions = false,
        footer = {
            "  $ cat words.yaml",
            "  id: words",
            "  workflow: [[read, split], [split, write]]",
            "  catalog:",
            "    - {name: read, input: {plugin: lines, path: books/*.txt}}",
            "    - {name: split, fn: com.acme.Words::split}",
            "    - {name: write, output: stdout}",
            "  $ sardonyx job submit --store file:/tmp/cluster words.yaml"
        },
        exitCodeList = {
            "0:the job is in the cluster; with --wait: it completed",
            "1:with --wait: it was killed or stopped, or failed",
            "2:bad input, another job has the same id, or --resume names no checkpoint that is kept, or one whose state"
                    + " cannot be taken over",
            "3:the store does not answer",
            "4:refused because the world moved on since --if-at"
        })
final class JobSubmitCommand extends ClusterCommand {

    /** Exit code when the log has grown since {@code --if-at}. */
    private static final int MOVED_ON = 4;

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    @Mixin
    private final FunctionsOption functions = new FunctionsOption();

    @Option(
            names = "--if-at",
            paramLabel = "N",
            description = "Only if the log still ends at entry N, where job plan looked at it.")
    private @Nullable Long ifAt;

    @Option(
            names = "--resume",
            paramLabel = "JOB[@CHECKPOINT]",
            description = "Go on from the latest checkpoint of JOB, which has ended, or from one by name or number,"
                    + " under the next free id.")
    private @Nullable String resume;

    @Option(
            names = "--again",
            description = "Submit it from the beginning although the id was used, under the next free one.")
    private boolean again;

    @Option(names = "--wait", description = "Wait until the job has ended, and say how.")
    private boolean wait;

    @Parameters(paramLabel = "JOB.yaml", description = "The job, as YAML or JSON. - reads standard input.")
    private String file;

    private List<String> unchecked = List.of();

    @Override
    public Integer call() throws InterruptedException {
        var text = JobText.in(new InputFile(file));
        Job job = text.job();
        try (AdminClient client = store.connect()) {
            Resumed submitted = submit(client, job);
            Receipt receipt = submitted.receipt();
            if (receipt.verdict() == Receipt.Verdict.OTHER_CONTENT) {
                throw new BadInput("the cluster has another job " + job.id()
                        + "; a job never changes, so submit this one under another id");
            }
            var warnings = new ArrayList<>(unchecked);
            warnings.addAll(warnings(client, job));
            warnings.addAll(UnreplayableInputs.warnings(job, plugins()));
            warnings.forEach(warning -> Warnings.print(spec, warning));
            List<OutputPromise> promises = OutputPromise.of(job, plugins());
            json.print(
                    out -> {
                        SingleJobCommand.write(submitted.job(), receipt, out);
                        OutputPromise.write(promises, out);
                        out.textsUnlessEmpty("warnings", warnings);
                    },
                    out -> {
                        out.println(sentence(submitted.job(), receipt)
                                + continued(job.id())
                                + JobResumeCommand.leftAsTheyAre(submitted));
                        promises.forEach(promise -> out.println("  " + promise.sentence()));
                    });
            if (!receipt.isFine()) {
                return MOVED_ON;
            }
            return wait ? await(client, submitted.job()) : 0;
        } catch (BadJob e) {
            throw text.unusable(e);
        }
    }

    /** The plugins that come with the program; those of the members' jars are not seen here. */
    static PluginRegistry plugins() {
        return PluginRegistry.in(JobSubmitCommand.class.getClassLoader());
    }

    private static List<String> warnings(AdminClient client, Job job) {
        if (job.delivery() == Delivery.DIRECT) {
            return List.of();
        }
        Allocation allocation = client.founded().replica().cluster().allocation();
        var warnings = new ArrayList<>(JobHindrances.ofBrokers(JobStore.outline(job), allocation, client.brokers()));
        if (allocation == Allocation.COORDINATED) {
            CoordinatorFindings.withoutLeader(client.coordinators())
                    .forEach(finding -> warnings.add(finding + "; the job waits"));
        }
        return warnings;
    }

    private Resumed submit(AdminClient client, Job job) {
        if ((resume != null || again) && ifAt != null || resume != null && again) {
            throw new BadInput("--if-at, --resume and --again exclude each other; give one of them");
        }
        if (resume != null) {
            ResumePoint from =
                    ResumePoint.named(resume, client.founded().replica().jobs());
            JobId ended = from.job().job();
            String checkpoint = from.checkpoint();
            JobResumption resumption = client.resumption(functions.forOwnJobs());
            unchecked = resumption.plan(ended, checkpoint, job).unchecked();
            return resumption.resume(ended, checkpoint, job);
        }
        if (again) {
            return client.submitAgain(job);
        }
        return new Resumed(job.id(), ifAt == null ? client.submit(job) : client.submitIfAt(job, ifAt));
    }

    private String continued(JobId id) {
        if (resume != null) {
            return "; it goes on from the checkpoints of " + resume;
        }
        return again ? "; it begins again what " + id + " was" : "";
    }

    private String sentence(JobId job, Receipt receipt) {
        return switch (receipt.verdict()) {
            case DONE -> "job " + job + " is in the cluster since entry " + receipt.position();
            case ALREADY_SO -> "job " + job + " was submitted before; nothing changes";
            default ->
                "job " + job + " was not submitted: entry " + receipt.position() + " is not the one behind " + ifAt
                        + ", so the world moved on since it was planned; plan it again";
        };
    }

    private int await(AdminClient client, JobId job) throws InterruptedException {
        try {
            Outcome outcome = client.await(job, FOR_EVER);
            JobStatus status = JobStatus.of(outcome);
            json.print(
                    out -> OutcomeText.write(status, out),
                    out -> out.println("job " + job + " " + OutcomeText.sentence(outcome)));
            return status.state() == JobStatus.State.COMPLETED ? 0 : 1;
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }
}
