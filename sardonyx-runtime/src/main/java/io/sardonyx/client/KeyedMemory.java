package io.sardonyx.client;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.job.LifecycleEntry;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tasks of a job that may keep something in memory for each key, such as counts: grouped ones with a lifecycle of
 * their own. What that provides dies with its peer, and what is delivered again is counted again; so whoever trusts the
 * results has to hear of it.
 */
public record KeyedMemory(List<TaskName> tasks) {

    static final KeyedMemory NONE = new KeyedMemory(List.of());

    private static final int MOST_NAMED = 5;

    public KeyedMemory {
        tasks = List.copyOf(tasks);
    }

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

    /** What to know before the job runs, a sentence for each task. */
    public List<String> warnings() {
        return tasks.stream()
                .map(task ->
                        "task " + task + " is grouped and has a lifecycle: what that keeps in memory is gone when a"
                                + " peer is lost, and what comes again counts again; give segments their identity"
                                + " (identify: true) and count what was written")
                .toList();
    }

    /**
     * What to know when the job is complete: nothing if nothing happened.
     *
     * @param moves the entries that moved its places, see {@link Client#moves}
     * @param replays how many roots were emitted again, as far as is known
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
