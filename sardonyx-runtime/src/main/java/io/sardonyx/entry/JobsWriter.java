package io.sardonyx.entry;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.entry.OutlineCodec.TaskProperty;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Writer of a replica's jobs as JSON: first their definitions, then their progress. */
final class JobsWriter {

    private final Jobs jobs;
    private final JsonOut out;
    /** All jobs whose outline is still known: live, killed and completed, in that order. */
    private final List<Outline> known = new ArrayList<>();

    JobsWriter(Jobs jobs, JsonOut out) {
        this.jobs = jobs;
        this.out = out;
        jobs.live().values().forEach(run -> known.add(run.job()));
        forEachEnding((id, ending) -> known.add(ending.job()));
    }

    void writeJobs() {
        out.texts("jobs", jobs.live().keys());
        out.textsUnlessEmpty("killed-jobs", jobs.killed().keys());
        out.textsUnlessEmpty("completed-jobs", jobs.completed().keys());
        out.textsUnlessEmpty("retired-jobs", jobs.retired());
        forEachJob("tasks", (key, job) -> out.textsUnlessEmpty(key, OutlineCodec.names(job)));
        forEachJob("input-tasks", (key, job) -> out.textsUnlessEmpty(key, job.inputs()));
        forEachJob("output-tasks", (key, job) -> out.textsUnlessEmpty(key, job.outputs()));
        forEachJob("task-schedulers", (key, job) -> out.text(key, Keywords.of(job.scheduler())));
        forEachJob("percentages", (key, job) -> OutlineCodec.percentage(out, key, job));
        writeProperty(OutlineCodec.PERCENTAGES);
        forEachJob("saturation", (key, job) -> OutlineCodec.saturation(out, key, job));
        writeProperty(OutlineCodec.MAXIMUMS);
        writeProperty(OutlineCodec.MINIMUMS);
        writeProperty(OutlineCodec.FLUX);
        writeProperty(OutlineCodec.TAGS);
    }

    void writeProgress() {
        forEachStage(
                "allocations",
                (task, stage) -> out.textsUnlessEmpty(
                        task, stage.places().stream().map(Place::peer).toList()));
        forEachStage("task-slot-ids", (task, stage) -> {
            out.beginUnlessEmpty(task);
            stage.places().forEach(place -> out.number(place.peer().text(), place.slot()));
            out.end();
        });
        out.beginUnlessEmpty("completions");
        jobs.live().forEach((job, run) -> out.textsUnlessEmpty(job.text(), run.completed()));
        forEachEnding((job, ending) -> out.textsUnlessEmpty(job.text(), ending.completed()));
        out.end();
        writeSealing();
        writeTasks("exhausted-inputs", Run::exhausted);
        writeTasks("sealed-outputs", Run::sealed);
        forEachRun("allocation-version", (key, run) -> {
            if (run.version() != Run.NEVER_PLACED) {
                out.number(key, run.version());
            }
        });
        forEachRun("state-logs", this::writeJournals);
    }

    /** Writes properties that came later, under keys of their own after the older ones. */
    void writeRest() {
        forEachJob("deliveries", (key, job) -> out.text(key, Keywords.of(job.delivery())));
        out.textsUnlessEmpty(
                "whole-only",
                known.stream()
                        .filter(OutlineCodec::isExplicitlyWhole)
                        .map(Outline::id)
                        .toList());
        forEachJob("job-hashes", (key, job) -> {
            if (!job.contentHash().isEmpty()) {
                out.text(key, job.contentHash());
            }
        });
        forEachJob("keep-checkpoints", (key, job) -> {
            if (job.hasCheckpoints()) {
                out.number(key, job.keep());
            }
        });
        out.beginUnlessEmpty("endings");
        forEachEnding((job, ending) -> {
            out.begin(job.text());
            if (ending.position() != ReplicaView.NO_POSITION) {
                out.number("position", ending.position());
            }
            CommandArguments.write(ending.cause(), out);
            CommandArguments.write(ending.skipped(), out);
            CheckpointsCodec.write("checkpoints", ending.checkpoints(), out);
            if (ending.stopped()) {
                out.flag("stopped", true);
            }
            out.end();
        });
        out.end();
        writeHealth();
    }

    private void writeHealth() {
        forEachRun("skipped", (key, run) -> {
            out.beginUnlessEmpty(key);
            run.skipped().forEach((task, count) -> out.number(task.text(), count));
            out.end();
        });
        forEachRun("unfit", (key, run) -> {
            out.beginUnlessEmpty(key);
            run.health().unfit().forEach((group, reason) -> out.text(group.text(), reason));
            out.end();
        });
        forEachRun("deaths", (key, run) -> {
            if (run.health().deaths() > 0) {
                out.number(key, run.health().deaths());
            }
        });
        forEachRun(
                "progressed",
                (key, run) -> out.textsUnlessEmpty(key, run.health().progressed()));
        forEachRun("checkpoints", (key, run) -> CheckpointsCodec.write(key, run.checkpoints(), out));
        out.textsUnlessEmpty(
                "held-jobs",
                jobs.live().values().stream()
                        .filter(run -> run.health().held())
                        .map(run -> run.job().id())
                        .toList());
    }

    private void writeProperty(TaskProperty property) {
        forEachJob(property.key(), (key, job) -> property.writeTo(out, key, job));
    }

    private void forEachJob(String section, BiConsumer<String, Outline> property) {
        out.beginUnlessEmpty(section);
        known.forEach(job -> property.accept(job.id().text(), job));
        out.end();
    }

    private void forEachStage(String section, BiConsumer<String, Stage> property) {
        forEachRun(section, (key, run) -> {
            out.beginUnlessEmpty(key);
            forEachStage(run, property);
            out.end();
        });
    }

    private static void forEachStage(Run run, BiConsumer<String, Stage> property) {
        for (int t = 0; t < run.job().tasks().size(); t++) {
            property.accept(run.job().tasks().get(t).name().text(), run.stage(t));
        }
    }

    private void forEachRun(String section, BiConsumer<String, Run> property) {
        out.beginUnlessEmpty(section);
        jobs.live().forEach((job, run) -> property.accept(job.text(), run));
        out.end();
    }

    private void forEachEnding(BiConsumer<JobId, Ending> action) {
        jobs.killed().forEach(action);
        jobs.completed().forEach(action);
    }

    private void writeTasks(String section, Function<Run, OrderedSet<TaskName>> tasks) {
        forEachRun(section, (key, run) -> out.textsUnlessEmpty(key, tasks.apply(run)));
    }

    /** Writes tasks being sealed by task name alone, as old logs have it, unless two live jobs share a task name. */
    private void writeSealing() {
        var names = new TreeSet<TaskName>();
        boolean unique = jobs.live().values().stream()
                .flatMap(run -> run.job().tasks().stream())
                .allMatch(task -> names.add(task.name()));
        forEachRun("sealing-task", (key, run) -> {
            if (!unique) {
                out.beginUnlessEmpty(key);
            }
            forEachStage(run, this::writeSealing);
            if (!unique) {
                out.end();
            }
        });
    }

    private void writeSealing(String task, Stage stage) {
        PeerId sealer = stage.sealer();
        if (stage.progress() == Progress.SEALING && sealer != null) {
            out.text(task, sealer);
        } else if (stage.progress() == Progress.SEALING) {
            out.flag(task, true);
        }
    }

    private void writeJournals(String key, Run run) {
        out.beginUnlessEmpty(key);
        run.job().tasks().forEach(task -> {
            out.beginUnlessEmpty(task.name().text());
            run.journals().forEach((journal, ledgers) -> {
                if (journal.task().equals(task.name())) {
                    out.beginList(Integer.toString(journal.slot()));
                    ledgers.forEach(out::numeral);
                    out.endList();
                }
            });
            out.end();
        });
        out.end();
    }
}
