package io.sardonyx.cli.job;

import io.sardonyx.cli.answer.PlanJson;
import io.sardonyx.cli.answer.PlanText;
import io.sardonyx.cli.answer.ReplicaDifferences;
import io.sardonyx.cli.option.FunctionsOption;
import io.sardonyx.cli.option.InputFile;
import io.sardonyx.cli.option.JsonOption;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.option.StoreOption;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.KeyedMemory;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.content.JobStore;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.function.FunctionCheck;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.JsonOut;
import io.sardonyx.replay.SchedulingOutcome;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.PartitionProgress;
import io.sardonyx.value.JobId;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tries a submission on a copy of the cluster. */
@Command(
        name = "plan",
        description = "Shows what submitting a job would change, exactly, and why; changes nothing.",
        footer = "  $ sardonyx job plan --store file:/tmp/cluster words.json",
        exitCodeList = {"0:done, even if the job would have to wait", "2:bad input", "3:the store does not answer"})
final class JobPlanCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Mixin
    private final FunctionsOption functions = new FunctionsOption();

    @Mixin
    private final LongOption length = new LongOption();

    @Option(
            names = "--resume",
            paramLabel = "JOB",
            description = "As submit --resume would: also show from where each partition of JOB goes on.")
    private @Nullable JobId resume;

    @Parameters(paramLabel = "JOB.yaml", description = "The job, as YAML or JSON. - reads standard input.")
    private String file;

    @Override
    public Integer call() {
        FunctionLoader found = functions.forOwnJobs();
        Job content = content(found);
        Outline job = JobStore.outline(content);
        var warnings = new ArrayList<>(KeyedMemory.of(content).warnings());
        warnings.addAll(FunctionCheck.notes(content, found));
        try (AdminClient client = store.connect()) {
            ReplicaView view = client.founded();
            Replica before = view.replica();
            JobId resumed = resume == null
                    ? null
                    : JobShowCommand.statusOf(view, resume).job();
            List<PartitionProgress> reached = resumed == null ? List.of() : client.reached(resumed);
            if (resumed == null && before.jobs().knows(job.id())) {
                throw new BadInput("the cluster has a job " + job.id() + " already; submitting it changes nothing");
            }
            Outline planned = resumed == null ? job : job.as(AdminClient.nextFree(before.jobs(), resumed));
            Replica after = new SubmitJob(planned).apply(before, view.position() + 1);
            List<String> changes = ReplicaDifferences.between(before, after);
            SchedulingOutcome outcome = SchedulingOutcome.of(after);
            json.print(
                    length,
                    out -> {
                        out.number("position", view.position()).texts("changes", changes);
                        write(reached, out);
                        PlanJson.write(outcome, out);
                        out.textsUnlessEmpty("warnings", warnings);
                    },
                    out -> {
                        reached.forEach(one -> out.println(sentence(one)));
                        print(view.position(), after, outcome, changes, out);
                        warnings.forEach(warning -> Warnings.print(spec, warning));
                    });
            return 0;
        }
    }

    private static String sentence(PartitionProgress one) {
        String place = "  " + one.task() + " reads " + one.partition();
        if (one.atEnd()) {
            return place + " no more: it was done";
        }
        return one.position() == null ? place + " from the beginning" : place + " from position " + one.position();
    }

    private static void write(List<PartitionProgress> reached, JsonOut out) {
        if (!reached.isEmpty()) {
            out.texts(
                    "resumes",
                    reached.stream().map(one -> sentence(one).strip()).toList());
        }
    }

    /** The job, which also fits into the store; with its functions checked if it is said where they are. */
    private Job content(FunctionLoader found) {
        var text = JobText.in(new InputFile(file));
        try {
            Job job = text.job(draft -> faults(draft, found));
            List<Fault> faults = faults(job, found);
            if (!faults.isEmpty()) {
                throw new BadJob(job, faults);
            }
            JobStore.outline(job);
            return job;
        } catch (BadJob e) {
            throw text.unusable(e);
        }
    }

    private List<Fault> faults(Job job, FunctionLoader found) {
        return functions.areGiven() ? FunctionCheck.faults(job, found) : List.of();
    }

    private void print(long position, Replica after, SchedulingOutcome outcome, List<String> changes, PrintWriter out) {
        out.println("submitted behind entry " + position + " it would change this:");
        changes.forEach(change -> out.println("  " + change));
        out.println();
        new PlanText(after, outcome, TextStyle.of(spec), out).print();
        out.println();
        out.println(
                resume == null
                        ? "sardonyx job submit --if-at " + position + " does exactly this, or nothing"
                        : "sardonyx job submit --resume " + resume + " does this");
    }
}
