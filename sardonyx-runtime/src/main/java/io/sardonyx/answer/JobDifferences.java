package io.sardonyx.answer;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.json.OneLine;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import java.util.ArrayList;
import java.util.List;

/** A diff of the jobs of two replicas, as phrases. */
final class JobDifferences {

    /** Maximum length of a quoted reason, in characters. */
    private static final int REASON = 200;

    private final Jobs before;
    private final Jobs after;
    private final List<String> phrases = new ArrayList<>();

    private JobDifferences(Replica before, Replica after) {
        this.before = before.jobs();
        this.after = after.jobs();
    }

    static List<String> between(Replica before, Replica after) {
        var differences = new JobDifferences(before, after);
        differences.compareStates();
        differences.after.live().forEach(differences::compare);
        return differences.phrases;
    }

    private void compareStates() {
        after.live().keys().stream()
                .filter(job -> !before.live().has(job))
                .forEach(job -> phrases.add(job + " is submitted"));
        after.killed().forEach((job, ending) -> {
            if (!before.killed().has(job)) {
                phrases.add(
                        ending.stopped()
                                ? job + " is stopped at checkpoint "
                                        + ending.checkpoints().latestNumber()
                                : job + " is killed" + why(ending));
            }
        });
        after.completed().keys().stream()
                .filter(job -> !before.completed().has(job))
                .forEach(job -> phrases.add(job + " is complete"));
        long retired = after.retired().stream()
                .filter(job -> !before.retired().has(job))
                .count();
        if (retired > 0) {
            phrases.add(Phrases.count(retired, "finished job") + " forgotten but for the id");
        }
    }

    private static String why(Ending ending) {
        String reason = ending.cause().reason();
        return reason == null ? "" : ": " + OneLine.of(reason, REASON);
    }

    private void compare(JobId job, Run run) {
        Run old = before.live().get(job);
        Run earlier = old == null ? Run.of(run.job()) : old;
        if (earlier == run) {
            return;
        }
        var moves = new ArrayList<String>();
        for (int t = 0; t < run.job().tasks().size(); t++) {
            comparePlaces(run.job().tasks().get(t).name(), earlier.stage(t), run.stage(t), moves);
        }
        if (!moves.isEmpty()) {
            phrases.add(job + ": " + Phrases.some(moves, ", "));
        }
        for (int t = 0; t < run.job().tasks().size(); t++) {
            compareSeals(job, run.job().tasks().get(t).name(), earlier.stage(t), run.stage(t));
        }
        compareTasks("task ", job, earlier.completed(), run.completed(), " is complete");
        compareTasks("input ", job, earlier.exhausted(), run.exhausted(), " is exhausted");
        compareTasks("output ", job, earlier.sealed(), run.sealed(), " is sealed");
        compareCheckpoints(job, earlier.checkpoints(), run.checkpoints());
        run.journals().forEach((journal, ledgers) -> {
            if (!ledgers.equals(earlier.journals().get(journal))) {
                phrases.add("slot " + journal.slot() + " of " + job + "/" + journal.task() + " writes to "
                        + OneLine.of(ledgers.get(ledgers.size() - 1), REASON));
            }
        });
    }

    private void compareCheckpoints(JobId job, Checkpoints old, Checkpoints now) {
        if (now.latestNumber() > old.latestNumber()) {
            phrases.add("checkpoint " + now.latestNumber() + " of " + job + " is complete");
        }
        now.named().keys().stream()
                .filter(name -> !old.named().has(name))
                .forEach(name -> phrases.add("a checkpoint of " + job + " is kept as " + name));
        old.named().keys().stream()
                .filter(name -> !now.named().has(name))
                .forEach(name -> phrases.add("the checkpoint " + name + " of " + job + " is dropped"));
        if (now.stopping() && !old.stopping()) {
            phrases.add(job + " is stopping");
        }
        if (now.rewinds().count() > old.rewinds().count()) {
            String reason = now.rewinds().reason();
            phrases.add(job + " goes back to "
                    + CheckpointText.name(now.base())
                    + (reason.isEmpty() ? "" : ": " + OneLine.of(reason, REASON)));
        }
    }

    private static void comparePlaces(TaskName task, Stage old, Stage now, List<String> moves) {
        now.places().stream()
                .filter(place -> !old.holds(place.peer()))
                .forEach(place -> moves.add("+" + place.peer() + " on " + task));
        old.places().stream()
                .filter(place -> !now.holds(place.peer()))
                .forEach(place -> moves.add("-" + place.peer() + " from " + task));
    }

    private void compareSeals(JobId job, TaskName task, Stage old, Stage now) {
        PeerId sealer = now.sealer();
        if (sealer != null && !sealer.equals(old.sealer())) {
            phrases.add(sealer + " seals " + job + "/" + task);
        } else if (now.progress() == Progress.SEALING && old.progress() == Progress.OPEN) {
            phrases.add(job + "/" + task + " takes nobody new");
        }
    }

    private void compareTasks(
            String kind, JobId job, OrderedSet<TaskName> old, OrderedSet<TaskName> now, String state) {
        now.stream().filter(task -> !old.has(task)).forEach(task -> phrases.add(kind + job + "/" + task + state));
    }
}
