package io.sardonyx.answer;

import io.sardonyx.assignment.Progress;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Task;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.OneLine;
import io.sardonyx.replica.Run;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;

/**
 * Obstacles of a job that the log records: members that are unfit for it, process deaths that hold it, and tasks that
 * wait until others have ended.
 */
public final class JobHindrances {

    private static final int REASON = 300;

    private JobHindrances() {}

    public static List<String> of(Run run) {
        var lines = new ArrayList<String>();
        if (run.health().held()) {
            lines.add("it is held: " + Phrases.count(run.health().deaths(), "process")
                    + " in a row died while they worked on it, and its checkpoints did not move; look for a segment"
                    + " that ends its process, then job resume " + run.job().id() + " or job kill "
                    + run.job().id());
        } else if (run.health().deaths() > 0) {
            lines.add(Phrases.count(run.health().deaths(), "process")
                    + " died while they worked on it, since its checkpoints last moved");
        }
        run.health()
                .unfit()
                .forEach((group, reason) ->
                        lines.add("group " + group + " is unfit for it: " + OneLine.of(reason, REASON)));
        lines.addAll(waitsForItsTurn(run));
        return lines;
    }

    /**
     * The obstacle of a queued job where no process has a broker, which the log does not record.
     *
     * @param brokers those that processes of the cluster have told of
     */
    public static List<String> ofBrokers(Outline job, Allocation allocation, List<String> brokers) {
        boolean without = job.decidedFor(allocation).delivery() == Delivery.QUEUED && brokers.isEmpty();
        return without
                ? List.of(
                        "its delivery is queued, but no process of the cluster has told of a broker, so nobody can run"
                                + " it; start processes with --broker (sardonyx broker serve is one for a trial),"
                                + " or say delivery: direct")
                : List.of();
    }

    /** Tasks of a queued job that get no peer before others have ended, which those of an endless job never do. */
    private static List<String> waitsForItsTurn(Run run) {
        var without = new ArrayList<TaskName>();
        var before = new ArrayList<TaskName>();
        int need = 0;
        for (int t = 0; t < run.job().tasks().size(); t++) {
            Task task = run.job().tasks().get(t);
            boolean holds = !run.stage(t).places().isEmpty();
            need += run.stage(t).progress() == Progress.COMPLETE
                    ? 0
                    : Math.max(1, task.bounds().min());
            if (run.stage(t).isOpen() && !holds) {
                without.add(task.name());
            } else if (holds) {
                before.add(task.name());
            }
        }
        if (!run.isQueued() || before.isEmpty() || without.isEmpty()) {
            return List.of();
        }
        return List.of("nobody is on " + Phrases.some(without, ", ") + ": the job holds "
                + Phrases.count(run.demand().size(), "peer") + ", so that waits until " + Phrases.some(before, ", ")
                + " has ended; if its input never ends, it needs " + Phrases.count(need, "peer"));
    }
}
