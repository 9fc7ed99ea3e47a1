package io.sardonyx.cli.job;

import io.sardonyx.answer.CoordinatorFindings;
import io.sardonyx.answer.JobHindrances;
import io.sardonyx.answer.ResumePoint;
import io.sardonyx.answer.SubmissionPlan;
import io.sardonyx.cli.cluster.PlanPrinter;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.option.FunctionsOption;
import io.sardonyx.cli.option.InputFile;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.JobResumption;
import io.sardonyx.client.admin.KeyedMemory;
import io.sardonyx.client.admin.ResumePlan;
import io.sardonyx.content.JobStore;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.function.FunctionCheck;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.check.CoordinatorLimits;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.JsonOut;
import io.sardonyx.report.PartitionProgress;
import io.sardonyx.task.input.PluginRegistry;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tries a submission on a copy of the cluster. */
@Command(
        name = "plan",
        description = {
            "Shows what submitting a job would change, and why; changes nothing.",
            "With --resume also what becomes of each state of JOB, and what is refused."
        },
        footer = {
            "  $ sardonyx job plan --store file:/tmp/cluster words.json",
            "  $ sardonyx job plan --store file:/tmp/cluster words.json --resume words --jar words.jar"
        },
        exitCodeList = {
            "0:done, even if the job would have to wait",
            "2:bad input, or --resume names no checkpoint that is kept, or its state cannot be taken over",
            "3:the store does not answer"
        })
final class JobPlanCommand extends ClusterCommand {

    @Mixin
    private final FunctionsOption functions = new FunctionsOption();

    @Mixin
    private final LongOption length = new LongOption();

    @Option(
            names = "--resume",
            paramLabel = "JOB[@CHECKPOINT]",
            description = "As submit --resume or replace would: also show from where each partition of JOB goes on,"
                    + " and what becomes of each state.")
    private @Nullable String resume;

    @Parameters(paramLabel = "JOB.yaml", description = "The job, as YAML or JSON. - reads standard input.")
    private String file;

    @Override
    public Integer call() {
        FunctionLoader found = functions.forOwnJobs();
        var text = JobText.in(new InputFile(file));
        Job content = content(text, found);
        Outline job = JobStore.outline(content);
        PluginRegistry plugins = PluginRegistry.in(found.loader());
        List<OutputPromise> promises = OutputPromise.of(content, plugins);
        List<String> warnings = warnings(content, found, plugins);
        try (AdminClient client = store.connect()) {
            ReplicaView view = client.founded();
            Allocation allocation = view.replica().cluster().allocation();
            if (allocation == Allocation.COORDINATED) {
                checkLimits(job);
                warnings.addAll(CoordinatorFindings.withoutLeader(client.coordinators()));
            }
            ResumePoint from = resumed(view);
            List<String> reached = from == null ? List.of() : reached(from, client);
            ResumePlan taken = taken(from, text, content, client.resumption(found));
            var plan = SubmissionPlan.of(
                    view, job, from == null ? null : from.job().job());
            warnings.addAll(JobHindrances.ofBrokers(job, allocation, client.brokers()));
            json.print(
                    length,
                    out -> {
                        write(plan, out.textsUnlessEmpty("resumes", reached));
                        write(taken, out);
                        OutputPromise.write(promises, out);
                        PlanPrinter.writeJson(plan.outcome(), out);
                        out.textsUnlessEmpty("warnings", warnings);
                    },
                    out -> {
                        reached.forEach(one -> out.println("  " + one));
                        print(taken, out);
                        print(plan, promises, out);
                        warnings.forEach(warning -> Warnings.print(spec, warning));
                    });
            return 0;
        }
    }

    private static List<String> warnings(Job content, FunctionLoader found, PluginRegistry plugins) {
        var warnings = new ArrayList<>(KeyedMemory.of(content).warnings());
        warnings.addAll(UnreplayableInputs.warnings(content, plugins));
        warnings.addAll(FunctionCheck.notes(content, found));
        return warnings;
    }

    private static List<String> reached(ResumePoint from, AdminClient client) {
        return client.reached(from.job().job(), from.checkpoint()).stream()
                .map(JobPlanCommand::sentence)
                .toList();
    }

    /** What is taken over from the job; what becomes of each state is told before anything is refused. */
    private ResumePlan taken(@Nullable ResumePoint from, JobText text, Job content, JobResumption resumption) {
        ResumePlan taken = from == null
                ? new ResumePlan(List.of(), ResumePlan.faultsOfNew(content))
                : resumption.plan(from.job().job(), from.checkpoint(), content);
        try {
            taken.check(content);
            return taken;
        } catch (BadJob e) {
            if (!taken.states().isEmpty()) {
                json.print(out -> write(taken, out), out -> print(taken, out));
            }
            throw text.unusable(e);
        }
    }

    private static void write(SubmissionPlan plan, JsonOut out) {
        out.number("position", plan.position()).flag("exact", plan.isExact()).texts("changes", plan.changes());
    }

    private static void write(ResumePlan taken, JsonOut out) {
        if (!taken.states().isEmpty()) {
            out.beginList("states");
            taken.states().forEach(state -> state.write(out));
            out.endList();
        }
    }

    private static void print(ResumePlan taken, PrintWriter out) {
        taken.states().forEach(state -> out.println("  " + state.sentence()));
    }

    private @Nullable ResumePoint resumed(ReplicaView view) {
        return resume == null ? null : ResumePoint.named(resume, view.replica().jobs());
    }

    private static void checkLimits(Outline job) {
        List<Fault> faults = CoordinatorLimits.faults(job);
        if (!faults.isEmpty()) {
            throw new BadJob(job.id(), faults);
        }
    }

    private static String sentence(PartitionProgress one) {
        String place = one.task() + " reads " + one.partition();
        if (one.atEnd()) {
            return place + " no more: it was done";
        }
        return one.position() == null ? place + " from the beginning" : place + " from position " + one.position();
    }

    /** The job, which also fits into the store; with its functions checked if it is said where they are. */
    private Job content(JobText text, FunctionLoader found) {
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

    private void print(SubmissionPlan plan, List<OutputPromise> promises, PrintWriter out) {
        out.println("submitted behind entry " + plan.position() + " it would change this:");
        plan.changes().forEach(change -> out.println("  " + change));
        promises.forEach(promise -> out.println("  " + promise.sentence()));
        out.println();
        boolean coordinated = plan.after().cluster().allocation() == Allocation.COORDINATED;
        if (coordinated) {
            out.println("a coordinator decides in this cluster: it offers the tasks to peers as they become idle, to"
                    + " jobs in turn");
        } else {
            new PlanPrinter(plan.after(), plan.outcome(), TextStyle.of(spec), out).print();
            out.println();
        }
        if (!plan.isExact() && !coordinated) {
            out.println("peers volunteer in this cluster: the numbers are those at which they come to rest, which peer"
                    + " gets which place is decided by the order of the log");
        }
        String does = plan.isExact() ? " does exactly this, or nothing" : " submits it, or does nothing";
        out.println(
                resume == null
                        ? "sardonyx job submit --if-at " + plan.position() + does
                        : "sardonyx job submit --resume " + resume + " does this, once that job has ended");
    }
}
