package io.sardonyx.cli.job;

import io.sardonyx.answer.CheckpointText;
import io.sardonyx.answer.CoordinatorFindings;
import io.sardonyx.answer.JobFigures;
import io.sardonyx.answer.JobHindrances;
import io.sardonyx.answer.OutcomeText;
import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.cluster.OverviewText;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.CoordinatorSnapshot;
import io.sardonyx.client.admin.KeyedMemory;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Task;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.replica.Run;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport.StateFigures;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code job show}: prints a job's tasks, their peers, throughput, hindrances and outcome. */
@Command(
        name = "show",
        description = "Shows a job: its tasks, who works on them and how fast, what holds it up, and how it ended.",
        footer = "  $ sardonyx job show --store file:/tmp/cluster words",
        exitCodeList = {"0:done", "2:bad input, or no such job", "3:the store does not answer"})
final class JobShowCommand extends SingleJobCommand {

    @Mixin
    private final LongOption length = new LongOption();

    @Override
    void run(JobStatus found, ReplicaView view, AdminClient client) {
        JobId job = found.job();
        Run run = view.replica().jobs().live().get(job);
        JobFigures figures = run == null
                ? JobFigures.of(List.of(), List.of(), 0)
                : JobFigures.of(run.job().tasks(), client.reports(job), System.currentTimeMillis());
        CoordinatorSnapshot roster = run == null ? null : client.coordinatorOf(view.replica());
        JobStatus status = roster == null ? found : roster.corrected(found);
        List<String> warnings = warnings(client, status);
        List<TaskPlaces> places = run == null ? List.of() : TaskPlaces.of(run, roster);
        List<String> findings = roster == null ? List.of() : CoordinatorFindings.withoutLeader(roster.running());
        json.print(
                length,
                out -> {
                    OutcomeText.write(status, out);
                    out.textsUnlessEmpty("warnings", warnings);
                    out.textsUnlessEmpty("coordinator", findings);
                    if (run != null) {
                        write(run, places, figures, out);
                    }
                },
                out -> {
                    Outcome outcome = status.outcome();
                    out.println("job " + job + " "
                            + (outcome == null ? Keywords.of(status.state()) : OutcomeText.sentence(outcome)));
                    warnings.forEach(warning -> out.println("  " + warning));
                    findings.forEach(finding -> out.println("  " + finding));
                    if (run != null) {
                        JobHindrances.of(run).forEach(line -> out.println("  " + line));
                        CheckpointText.lines(run, figures).forEach(line -> out.println("  " + line));
                        print(run, places, figures, out);
                    }
                });
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

    private static void print(Run run, List<TaskPlaces> places, JobFigures figures, PrintWriter out) {
        out.println("  " + Keywords.of(run.job().delivery()) + " delivery, tasks "
                + Keywords.of(run.job().scheduler())
                + (run.version() == Run.NEVER_PLACED ? "" : ", placed as now since entry " + run.version()));
        for (int t = 0; t < run.job().tasks().size(); t++) {
            Task task = run.job().tasks().get(t);
            String peers = Phrases.some(
                    places.get(t).slots().entrySet().stream()
                            .map(place -> place.getKey() + ":" + place.getValue())
                            .toList(),
                    " ");
            out.println("  task " + task.name() + " (" + bounds(task.bounds()) + ") "
                    + progress(run, task, places.get(t))
                    + (peers.isEmpty() ? "" : " " + peers));
            print(task.name(), figures, out);
        }
        print(figures, out);
    }

    /** Prints a line on one task, if there is a report of it. */
    private static void print(TaskName task, JobFigures figures, PrintWriter out) {
        figures.task(task)
                .ifPresent(report -> out.println("    " + Phrases.grouped(report.takenPerSecond()) + "/s taken, "
                        + Phrases.grouped(report.givenPerSecond()) + "/s given; in all "
                        + Phrases.grouped(report.taken())
                        + " taken, " + Phrases.grouped(report.given()) + " given"
                        + some(report.skipped(), "skipped")
                        + some(report.openRoots(), "pending")
                        + some(report.replays(), "emitted again")
                        + (OverviewText.read(report).isEmpty() ? "" : ", " + OverviewText.read(report))
                        + (report.inputFull() ? "; its input is full" : "")
                        + (report.queues().equals(QueueFigures.NONE) ? "" : "\n    " + queues(report.queues()))
                        + states(report.states())));
    }

    private static String states(List<StateFigures> states) {
        return states.stream()
                .map(state -> "\n    state " + state.state() + ": " + Phrases.count(state.keys(), "key") + ", about "
                        + Phrases.grouped(state.bytes()) + " bytes of heap")
                .collect(Collectors.joining());
    }

    private static String queues(QueueFigures queues) {
        return Phrases.count(queues.depth(), "message") + " in its queues; "
                + Phrases.grouped(queues.commits()) + " commits"
                + some(queues.redelivered(), "messages delivered again")
                + some(queues.retried(), "runs given back");
    }

    private static String some(long number, String what) {
        return number == 0 ? "" : ", " + Phrases.grouped(number) + " " + what;
    }

    /** Prints the bottleneck, waits, hints, link failures, and the age of the reports. */
    private static void print(JobFigures figures, PrintWriter out) {
        figures.bottleneck()
                .ifPresent(task -> out.println(
                        "  task " + task + " holds up what is before it: its input is full and its output is not"));
        figures.waits().forEach(wait -> out.println("  " + wait));
        figures.hints().forEach(hint -> out.println("  " + hint));
        figures.troubles().forEach(trouble -> out.println("  " + trouble));
        if (figures.leftOut() > 0) {
            out.println("  " + figures.leftOut() + " tasks and links are left out: the reports would be too long");
        }
        out.println(
                figures.tasks().isEmpty()
                        ? "  no peer has said yet how its task does"
                        : "  rates as told " + Phrases.seconds(figures.ageMillis()) + " ago");
    }

    /**
     * The peers of a task by slot: as the replica has them, or where a coordinator decides, its roster.
     *
     * @param complete whether nobody has to work on it any more
     */
    private record TaskPlaces(SortedMap<Integer, PeerId> slots, boolean complete) {

        static List<TaskPlaces> of(Run run, @Nullable CoordinatorSnapshot roster) {
            var places = new ArrayList<TaskPlaces>();
            JobId job = run.job().id();
            for (int t = 0; t < run.job().tasks().size(); t++) {
                TaskName task = run.job().tasks().get(t).name();
                var slots = new TreeMap<Integer, PeerId>();
                run.stage(t).places().forEach(place -> slots.put(place.slot(), place.peer()));
                places.add(
                        roster == null
                                ? new TaskPlaces(slots, !run.stage(t).isOpen())
                                : new TaskPlaces(roster.slots(job, task), roster.isComplete(job, task)));
            }
            return places;
        }
    }

    private static String bounds(Bounds bounds) {
        return bounds.min() + ".." + (bounds.max() == Bounds.UNBOUNDED ? "any" : bounds.max());
    }

    /** The state of a task: sealed, exhausted, its number of peers, or complete. */
    private static String progress(Run run, Task task, TaskPlaces places) {
        if (run.sealed().has(task.name())) {
            return "sealed";
        }
        if (run.exhausted().has(task.name())) {
            return "exhausted";
        }
        return places.complete() ? "complete" : Phrases.count(places.slots().size(), "peer");
    }

    private static void write(Run run, List<TaskPlaces> places, JobFigures figures, JsonOut out) {
        out.text("delivery", Keywords.of(run.job().delivery()))
                .text("task-scheduler", Keywords.of(run.job().scheduler()))
                .number("allocation-version", run.version())
                .textsUnlessEmpty("hindrances", JobHindrances.of(run))
                .begin("tasks");
        for (int t = 0; t < run.job().tasks().size(); t++) {
            Task task = run.job().tasks().get(t);
            out.begin(task.name().text())
                    .text(
                            "progress",
                            places.get(t).complete()
                                    ? "complete"
                                    : Keywords.of(run.stage(t).progress()))
                    .flag("exhausted", run.exhausted().has(task.name()))
                    .flag("sealed", run.sealed().has(task.name()))
                    .begin("slots");
            places.get(t).slots().forEach((slot, peer) -> out.text(String.valueOf(slot), peer));
            out.end();
            figures.write(task.name(), out);
            out.end();
        }
        out.end();
        CheckpointText.write(run, figures, out);
        figures.write(out);
    }
}
