package io.sardonyx.cli.job;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Stage;
import io.sardonyx.cli.answer.JobFigures;
import io.sardonyx.cli.answer.JobHindrances;
import io.sardonyx.cli.answer.OutcomeText;
import io.sardonyx.cli.option.JsonOption;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.option.StoreOption;
import io.sardonyx.cli.terminal.Phrases;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.ClientViews;
import io.sardonyx.client.admin.KeyedMemory;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Task;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;
import io.sardonyx.value.text.Spelling;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code job show}: prints a job's tasks, their peers, throughput, hindrances and outcome. */
@Command(
        name = "show",
        description = "Shows a job: its tasks, who works on them and how fast, what holds it up, and how it ended.",
        footer = "  $ sardonyx job show --store file:/tmp/cluster words",
        exitCodeList = {"0:done", "2:bad input, or no such job", "3:the store does not answer"})
final class JobShowCommand implements Callable<Integer> {

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Mixin
    private final LongOption length = new LongOption();

    @Parameters(paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    @Override
    public Integer call() {
        try (AdminClient client = store.connect()) {
            ReplicaView view = client.founded();
            JobStatus status = statusOf(view, word);
            JobId job = status.job();
            Run run = view.replica().jobs().live().get(job);
            JobFigures figures = run == null
                    ? JobFigures.of(List.of(), List.of(), 0)
                    : JobFigures.of(run.job().tasks(), client.reports(job), System.currentTimeMillis());
            List<String> warnings = warnings(client, status);
            json.print(
                    length,
                    out -> {
                        OutcomeText.write(status, out);
                        out.textsUnlessEmpty("warnings", warnings);
                        if (run != null) {
                            write(run, figures, out);
                        }
                    },
                    out -> {
                        Outcome outcome = status.outcome();
                        out.println("job " + job + " "
                                + (outcome == null ? Keywords.of(status.state()) : OutcomeText.sentence(outcome)));
                        warnings.forEach(warning -> out.println("  " + warning));
                        if (run != null) {
                            JobHindrances.of(run).forEach(line -> out.println("  " + line));
                            print(run, figures, out);
                        }
                    });
            return 0;
        }
    }

    /** Warnings about keyed state in memory that would be lost by a failure, or was lost while the job ran. */
    private static List<String> warnings(AdminClient client, JobStatus status) {
        boolean completed = status.state() == JobStatus.State.COMPLETED;
        if (status.outcome() != null && !completed) {
            return List.of();
        }
        KeyedMemory memory = client.keyedMemory(status.job());
        if (memory.isEmpty()) {
            return List.of();
        }
        var warnings = new ArrayList<>(completed ? List.<String>of() : memory.warnings());
        warnings.addAll(memory.warnings(client.moves(status.job()), 0));
        return warnings;
    }

    /**
     * Finds a job by its id or an unambiguous prefix.
     *
     * @throws BadInput when there is none, with the most similar id, or when there are several
     */
    static JobStatus statusOf(ReplicaView view, JobId word) {
        var jobs = view.replica().jobs();
        return ClientViews.status(jobs, word).orElseGet(() -> {
            List<JobStatus> all = ClientViews.all(jobs);
            List<JobStatus> beginSo = all.stream()
                    .filter(status -> status.job().text().startsWith(word.text()))
                    .toList();
            if (beginSo.size() == 1) {
                return beginSo.get(0);
            }
            throw new BadInput(
                    beginSo.isEmpty()
                            ? "there is no job " + word + Spelling.didYouMean(word.text(), ids(all))
                            : word + " may be any of " + Phrases.some(ids(beginSo), ", ") + "; say more of it");
        });
    }

    private static List<String> ids(List<JobStatus> jobs) {
        return jobs.stream().map(status -> status.job().text()).toList();
    }

    private static void print(Run run, JobFigures figures, PrintWriter out) {
        out.println("  " + Keywords.of(run.job().delivery()) + " delivery, tasks "
                + Keywords.of(run.job().scheduler())
                + (run.version() == Run.NEVER_PLACED ? "" : ", placed as now since entry " + run.version()));
        for (int t = 0; t < run.job().tasks().size(); t++) {
            Task task = run.job().tasks().get(t);
            Stage stage = run.stage(t);
            String peers = Phrases.some(
                    stage.places().stream()
                            .map(place -> place.slot() + ":" + place.peer())
                            .toList(),
                    " ");
            out.println("  task " + task.name() + " (" + bounds(task.bounds()) + ") " + progress(run, task, stage)
                    + (peers.isEmpty() ? "" : " " + peers));
            figures.print(task.name(), out);
        }
        figures.print(out);
    }

    private static String bounds(Bounds bounds) {
        return bounds.min() + ".." + (bounds.max() == Bounds.UNBOUNDED ? "any" : bounds.max());
    }

    /** The state of a task: sealed, exhausted, its number of peers, or complete. */
    private static String progress(Run run, Task task, Stage stage) {
        if (run.sealed().has(task.name())) {
            return "sealed";
        }
        if (run.exhausted().has(task.name())) {
            return "exhausted";
        }
        return stage.isOpen() ? Phrases.count(stage.places().size(), "peer") : "complete";
    }

    private static void write(Run run, JobFigures figures, JsonOut out) {
        out.text("delivery", Keywords.of(run.job().delivery()))
                .text("task-scheduler", Keywords.of(run.job().scheduler()))
                .number("allocation-version", run.version())
                .textsUnlessEmpty("hindrances", JobHindrances.of(run))
                .begin("tasks");
        for (int t = 0; t < run.job().tasks().size(); t++) {
            Task task = run.job().tasks().get(t);
            out.begin(task.name().text())
                    .text("progress", Keywords.of(run.stage(t).progress()))
                    .flag("exhausted", run.exhausted().has(task.name()))
                    .flag("sealed", run.sealed().has(task.name()))
                    .begin("slots");
            for (Place place : run.stage(t).places()) {
                out.text(String.valueOf(place.slot()), place.peer());
            }
            out.end();
            figures.write(task.name(), out);
            out.end();
        }
        out.end();
        figures.write(out);
    }
}
