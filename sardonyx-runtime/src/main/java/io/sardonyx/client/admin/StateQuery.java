package io.sardonyx.client.admin;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.client.KeyState;
import io.sardonyx.content.Manifest;
import io.sardonyx.content.StatePart;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.table.DamagedState;
import io.sardonyx.table.StateScan;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Query of the state of a task at a checkpoint of its job, from what is stored: whether the job runs, was stopped or is
 * dead. It needs none of the job's classes.
 */
public final class StateQuery implements AutoCloseable {

    private final AdminClient client;
    private final JobId job;
    private final TaskName task;
    private final CompletedCheckpoint checkpoint;
    private final StateParts files;
    private final List<StatePart> parts;

    /**
     * @param which the checkpoint of all that the job has; null if there is none such
     * @throws IllegalArgumentException that says which checkpoints, or tasks with state, there are
     */
    StateQuery(
            AdminClient client,
            Store store,
            JobId job,
            TaskName task,
            Function<Checkpoints, @Nullable CompletedCheckpoint> which) {
        ReplicaView view = client.founded();
        Checkpoints checkpoints = view.replica().jobs().checkpoints(job);
        CompletedCheckpoint found = which.apply(checkpoints);
        if (found == null) {
            throw new IllegalArgumentException(none(job, checkpoints));
        }
        this.client = client;
        this.job = job;
        this.task = task;
        this.checkpoint = found;
        this.files = new StateParts(client, store, view.replica().cluster());
        Manifest manifest = client.answer(
                Manifest.read(store.documents(), job, found).toCompletableFuture(), "the manifest of job " + job);
        this.parts = manifest.states(task);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException(stateless(manifest));
        }
    }

    private static String none(JobId job, Checkpoints checkpoints) {
        var numbers = new TreeSet<Long>();
        checkpoints.all().forEach(each -> numbers.add(each.number()));
        return numbers.isEmpty()
                ? "job " + job + " has no checkpoint, so nothing of its state is stored"
                : "job " + job + " has no such checkpoint; it has " + numbers + named(checkpoints);
    }

    private static String named(Checkpoints checkpoints) {
        var names = new ArrayList<String>();
        checkpoints.named().forEach((name, each) -> names.add(name));
        return names.isEmpty() ? "" : ", and by name " + names;
    }

    private String stateless(Manifest manifest) {
        var tasks = new TreeSet<String>();
        manifest.parts().stream()
                .filter(part -> part.state() != null)
                .forEach(part -> tasks.add(part.task().text()));
        return "task " + task + " of job " + job + " has no state in checkpoint " + checkpoint.number()
                + (tasks.isEmpty() ? "; no task of it has any" : "; those that have are " + tasks);
    }

    /** Number of the checkpoint. */
    public long number() {
        return checkpoint.number();
    }

    /** Passes on what is kept for each key, in no particular order; one range of keys is in memory at a time. */
    public void all(Consumer<KeyState> each) {
        read(range -> true, each);
    }

    /** What is kept for a key: a text, a constant of an enum, or a whole number, given as text. */
    public List<KeyState> of(String key) {
        var found = new ArrayList<KeyState>();
        read(StateScan.rangesOf(key), state -> {
            if (isText(state.key()) && state.key().toString().equals(key)) {
                found.add(state);
            }
        });
        return found;
    }

    private static boolean isText(Object key) {
        return key instanceof String || key instanceof Number;
    }

    /** Names of the states. */
    public Set<String> states() {
        return bytes().keySet();
    }

    /** Bytes of each state that are in force. */
    public Map<String, Long> bytes() {
        var bytes = new TreeMap<String, Long>();
        parts.forEach(part -> told(() -> {
            files.scan(part).bytes().forEach((state, some) -> bytes.merge(state, some, Long::sum));
        }));
        return bytes;
    }

    private void read(IntPredicate ranges, Consumer<KeyState> each) {
        parts.forEach(part ->
                told(() -> files.scan(part).read(ranges, (key, states) -> each.accept(new KeyState(key, states)))));
    }

    private void told(Runnable reading) {
        try {
            reading.run();
        } catch (DamagedState e) {
            throw new Unreadable(
                    "the state of task " + task + " of job " + job + " at checkpoint " + checkpoint.number()
                            + " cannot be read: " + e.getMessage() + remedy(),
                    e);
        }
    }

    /** A job that goes on gives up old checkpoints, maybe while one is read. */
    private String remedy() {
        Checkpoints now = client.founded().replica().jobs().checkpoints(job);
        return now.all().contains(checkpoint) || checkpoint.equals(now.latest())
                ? ""
                : "; the job has given up that checkpoint meanwhile, so ask again, or keep one by a name";
    }

    /** The checkpoint that is meant by its number or name; the latest for null. */
    public static Function<Checkpoints, @Nullable CompletedCheckpoint> checkpoint(@Nullable String text) {
        return checkpoints -> {
            if (text == null) {
                return checkpoints.latest();
            }
            boolean number =
                    !text.isEmpty() && text.length() < 19 && text.chars().allMatch(c -> c >= '0' && c <= '9');
            return number
                    ? checkpoints.numbered(Long.parseLong(text))
                    : checkpoints.named().get(text);
        };
    }

    /** The latest checkpoint of those that were complete after an entry. */
    public static Function<Checkpoints, @Nullable CompletedCheckpoint> at(long position) {
        return checkpoints -> checkpoints.all().stream()
                .filter(each -> each.position() <= position)
                .max((one, other) -> Long.compare(one.number(), other.number()))
                .orElse(null);
    }

    @Override
    public void close() {
        files.close();
    }
}
