package io.sardonyx.client.admin;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.job.LifecycleEntry;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tasks of a job that may keep state in memory for each key, such as counts: grouped tasks with a lifecycle of
 * their own. That state is lost with its peer and not checkpointed, and replayed segments are counted twice, so users
 * are warned about the results.
 */
public record KeyedMemory(List<TaskName> tasks) {

    static final KeyedMemory NONE = new KeyedMemory(List.of());

    private static final int MOST_NAMED = 5;

    public KeyedMemory {
        tasks = List.copyOf(tasks);
    }

    /** The tasks of a job that are grouped and have a lifecycle of their own. */
    public static KeyedMemory of(Job job) {
        return new KeyedMemory(job.catalog().stream()
                .filter(entry -> !entry.grouping().isNone() && hasOwnLifecycle(job, entry))
                .map(CatalogEntry::name)
                .toList());
    }

    private static boolean hasOwnLifecycle(Job job, CatalogEntry entry) {
        return job.lifecycles().stream().map(LifecycleEntry::task).anyMatch(entry.name()::equals);
    }

    public boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** Warnings before the job runs, a sentence for each task. */
    public List<String> warnings() {
        return tasks.stream()
                .map(task ->
                        "task " + task + " is grouped and has a lifecycle: what that keeps in memory is gone when a"
                                + " peer is lost, and what comes again counts again; give segments their identity"
                                + " (identify: true) and count what was written")
                .toList();
    }

    /**
     * Warnings when the job is complete; empty if no peer was lost and nothing was replayed.
     *
     * @param moves positions of entries that reassigned its tasks, see {@link AdminClient#moves}
     * @param replays number of roots that were replayed, as far as is known
     */
    public List<String> warnings(List<Long> moves, long replays) {
        if (moves.isEmpty() && replays == 0) {
            return List.of();
        }
        String happened = moves.isEmpty()
                ? replays + (replays == 1 ? " root was" : " roots were") + " emitted again"
                : "its peers changed at " + entries(moves);
        return tasks.stream()
                .map(task -> "the results of task " + task + " may be wrong: while the job ran " + happened
                        + ", so what the task kept in memory may be gone or counted twice; run the job again to be"
                        + " sure")
                .toList();
    }

    private static String entries(List<Long> moves) {
        String some = moves.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        return (moves.size() == 1 ? "entry " : "entries ") + some + (moves.size() > MOST_NAMED ? ", …" : "");
    }
}
