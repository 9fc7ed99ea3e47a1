package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.Manifest;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.port.Blobs;
import io.sardonyx.testkit.simulate.jobs.CountedState;
import io.sardonyx.testkit.simulate.jobs.ExpectedJob;
import io.sardonyx.testkit.simulate.jobs.SimulatedData;
import io.sardonyx.testkit.simulate.jobs.TestFunctions;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Expected and observed state of one simulated job: the segments its outputs must get, those they settled, the
 * checkpoints of its readers, and how it ended.
 */
public final class JobAudit {

    /** State of a job as the log has it. */
    public enum State {
        OPEN,
        COMPLETED,
        KILLED,
        /** Stopped at a last checkpoint, from which another job is to go on. */
        STOPPED
    }

    /** The output that totals come to. */
    private static final String TOTALS = "write";

    public final ExpectedJob commission;
    private final SimulatedData stock;
    private final Blobs blobs;
    /** The segments that may come to each output, from the job's input. */
    private final Map<String, Set<Object>> allowed = new HashMap<>();
    /** The segments that each output has settled. */
    private final Map<String, Set<Object>> came = new HashMap<>();
    /* Checkpoint documents of readers, by task and document name. */
    private final Map<String, SortedMap<String, ReaderCheckpoint>> readers = new HashMap<>();
    /* Documents of claimed partitions, by name. */
    private final Map<String, PartitionDocument> claimed = new HashMap<>();
    private final Set<TaskName> exhausted = new HashSet<>();
    /* Manifests of checkpoints, by document name. */
    private final Map<String, Manifest> manifests = new HashMap<>();
    private long checkpoint;
    private @Nullable QueueAudit queues;
    private State state = State.OPEN;
    /** Under which it was submitted, or went on for the last time. */
    private JobId id;

    /** Whether somebody asked for a last checkpoint. */
    private boolean stopping;
    /** Whether the job may be killed: a kill was requested, or a member cannot run it. */
    private boolean struck;

    private long repeats;

    /** @param blobs all that are stored, without faults */
    public JobAudit(ExpectedJob commission, SimulatedData stock, Blobs blobs) {
        this.commission = commission;
        this.stock = stock;
        this.blobs = blobs;
        this.id = commission.job().id();
        commission.inputs().forEach((task, partitions) -> {
            stock.put(commission.stockName(task), partitions);
            partitions.forEach(partition -> partition.forEach(number -> commission
                    .due()
                    .apply((long) number)
                    .forEach((output, segments) -> allowed.computeIfAbsent(output, ignored -> new HashSet<>())
                            .addAll(segments))));
        });
        if (commission.totals()) {
            allowed.computeIfAbsent(TOTALS, ignored -> new HashSet<>()).addAll(totals());
        }
    }

    private List<String> totals() {
        return CountedState.totals(counted(commission.inputs().values().stream()
                .flatMap(List::stream)
                .flatMap(List::stream)
                .map(Long.class::cast)
                .toList()));
    }

    /** The numbers among these that the function does not throw for. */
    private List<Long> counted(List<Long> numbers) {
        return numbers.stream()
                .filter(number -> !commission.skipping() || !TestFunctions.isPoison(number))
                .toList();
    }

    public State state() {
        return state;
    }

    public JobId id() {
        return id;
    }

    /** Allows the job to be stopped. */
    public void stop() {
        stopping = true;
    }

    /** The job, which was stopped, goes on under another id, with all that it has published. */
    void goesOnAs(JobId other) {
        id = other;
        stopping = false;
        state = State.OPEN;
    }

    /** How many segments an output settled more than once: duplicates that at-least-once delivery allows. */
    public long repeats() {
        return repeats;
    }

    /** Marks the job as one that may be killed, so both completion and a kill are correct from now on. */
    public void strike() {
        struck = true;
    }

    /** Checks a settled segment: it must follow from the input. Counts duplicates. */
    void settled(String output, Object segment) {
        Object plain = plain(segment);
        if (!allowed.getOrDefault(output, Set.of()).contains(plain)) {
            throw new AssertionError(name() + " settled " + segment + " at " + output + ", which is not in its input");
        }
        if (!came.computeIfAbsent(output, ignored -> new HashSet<>()).add(plain)) {
            repeats++;
            if (commission.job().checkpoint() != null) {
                throw new AssertionError(name() + " published " + segment + " at " + output + " twice");
            }
        }
    }

    /** The segment itself, if it is a dead letter. */
    static Object plain(Object segment) {
        return segment instanceof Map<?, ?> letter ? Objects.requireNonNull(letter.get("segment")) : segment;
    }

    /** The queues of a queued job, once it was seen in the log; else null. */
    @Nullable
    QueueAudit queues() {
        return queues;
    }

    /** Starts to check the queues of a queued job. */
    void openQueues(String epoch) {
        if (queues == null) {
            queues = new QueueAudit(commission, epoch);
        }
    }

    private String name() {
        return commission.job().name();
    }

    /**
     * Checks a checkpoint as it is written: all segments before its position have been settled at their outputs; the
     * merged checkpoint of all readers of the task never goes back, nor does the fence of a document; and no partition
     * is done in two documents, else its skipped segments would count twice.
     */
    void checkpoint(String task, String document, byte[] body) {
        SortedMap<String, ReaderCheckpoint> ofTask = readers.computeIfAbsent(task, ignored -> new TreeMap<>());
        ReaderCheckpoint before = ReaderCheckpoint.merged(ofTask.values());
        ReaderCheckpoint one = ReaderCheckpoint.read(body);
        ReaderCheckpoint former = ofTask.put(document, one);
        if (former != null && one.fence() < former.fence()) {
            throw new AssertionError(name() + " went back in " + document + " from " + former + " to " + one);
        }
        demandOnce(ofTask, document, one);
        ReaderCheckpoint after = ReaderCheckpoint.merged(ofTask.values());
        List<List<Object>> partitions = commission.inputs().getOrDefault(task, List.of());
        for (int partition = 0; partition < partitions.size(); partition++) {
            int from = reached(before, partition, partitions);
            int to = reached(after, partition, partitions);
            String place = task + "/" + partition;
            if (to < from || before.done().get(partition) && !after.done().get(partition)) {
                throw new AssertionError(name() + " went back at " + place + " from " + before + " to " + after);
            }
            partitions.get(partition).subList(from, to).forEach(number -> demand(number, "a checkpoint of " + place));
        }
        demandSkipped(document, one, partitions);
    }

    /**
     * Checks the document of a claimed partition as it is written: all segments before its position have been settled
     * at their outputs, neither position nor fence go back, what is done stays done, and a fence has one holder.
     */
    void claimed(String task, String document, byte[] body) {
        PartitionDocument after = PartitionCodec.decoded(body);
        PartitionDocument before = claimed.put(document, after);
        int partition = Integer.parseInt(document.substring(document.lastIndexOf('/') + 1));
        List<Object> segments =
                commission.inputs().getOrDefault(task, List.of()).get(partition);
        int from = before == null ? 0 : reached(before, segments);
        int to = reached(after, segments);
        if (before != null
                && (to < from
                        || before.isDone()
                        || after.lock().fence() < before.lock().fence()
                        || isAnother(before.lock(), after.lock()))) {
            throw new AssertionError(name() + " went back in " + document + " from " + before + " to " + after);
        }
        segments.subList(from, to).forEach(number -> demand(number, document));
        demandSkipped(document, PartitionCodec.checkpoint(after).skipped(), poison(segments.subList(0, to)));
    }

    /** Whether a lock has another holder under the same fence. */
    private static boolean isAnother(LockDocument before, LockDocument after) {
        return before.fence() == after.fence()
                && !before.isFree()
                && !after.isFree()
                && !before.holder().equals(after.holder());
    }

    private static int reached(PartitionDocument claimed, List<Object> segments) {
        String position = claimed.position();
        return claimed.isDone() ? segments.size() : position == null ? 0 : Integer.parseInt(position);
    }

    /** The position in a partition up to which a reader has completed it. */
    private static int reached(ReaderCheckpoint reader, int partition, List<List<Object>> partitions) {
        Checkpoint open = reader.open().get(partition);
        String position = open == null ? null : open.position();
        return reader.done().get(partition)
                ? partitions.get(partition).size()
                : position == null ? 0 : Integer.parseInt(position);
    }

    private void demandOnce(SortedMap<String, ReaderCheckpoint> all, String document, ReaderCheckpoint one) {
        all.forEach((other, there) -> {
            if (!other.equals(document) && there.done().intersects(one.done())) {
                throw new AssertionError(name() + " is done with the same in " + document + " " + one.done()
                        + " and in " + other + " " + there.done());
            }
        });
    }

    /**
     * Forgets a checkpoint document that was deleted or damaged: partitions that only it recorded may be read again
     * from the beginning.
     */
    void forget(String task, String document) {
        claimed.remove(document);
        SortedMap<String, ReaderCheckpoint> ofTask = readers.get(task);
        if (ofTask != null) {
            ofTask.remove(document);
        }
    }

    /**
     * Checks the counters of skipped segments: they equal the number of poison segments before the checkpoint, each
     * counted once.
     */
    private void demandSkipped(String document, ReaderCheckpoint one, List<List<Object>> partitions) {
        long threw = one.done().stream()
                .mapToLong(partition -> poison(partitions.get(partition)))
                .sum();
        demandSkipped(document, one.skipped(), threw);
        one.open()
                .forEach((partition, open) -> demandSkipped(
                        document + " " + partition,
                        open.skipped(),
                        poison(partitions.get(partition).subList(0, reached(one, partition, partitions)))));
    }

    /** How many segments the function throws for. */
    private long poison(List<Object> segments) {
        return segments.stream()
                .filter(number -> commission.skipping() && TestFunctions.isPoison((long) number))
                .count();
    }

    private void demandSkipped(String place, SortedMap<TaskName, Long> skipped, long threw) {
        long told = skipped.values().stream().mapToLong(Long::longValue).sum();
        if (told != threw) {
            throw new AssertionError(
                    name() + " says that " + told + " segments of " + place + " were skipped, but " + threw + " threw");
        }
    }

    /** Fails unless everything that follows from an input segment is settled at its outputs. */
    private void demand(Object number, String who) {
        commission.due().apply((long) number).forEach((output, segments) -> {
            Set<Object> there = came.getOrDefault(output, Set.of());
            if (!there.containsAll(segments)) {
                throw new AssertionError(
                        who + " says that " + number + " of " + name() + " is done, but it is not at output " + output);
            }
        });
    }

    private void demandAll(String task, String who) {
        commission
                .inputs()
                .getOrDefault(task, List.of())
                .forEach(partition -> partition.forEach(number -> demand(number, who)));
    }

    /** Remembers a manifest as it is written. */
    void manifest(String document, byte[] body) {
        manifests.put(document, Manifest.read(body));
    }

    /**
     * Checks a checkpoint as the log completes it: what its manifest names and what was published before is exactly
     * what follows from the input up to its positions, each once.
     */
    void checkpointed(@Nullable CompletedCheckpoint latest) {
        if (latest == null || latest.number() <= checkpoint) {
            return;
        }
        checkpoint = latest.number();
        Manifest manifest = manifest(latest);
        Map<String, Set<Object>> there = published();
        for (Manifest.Part part : manifest.parts()) {
            String bundle = part.bundle();
            for (Object segment : bundle == null ? List.of() : stock.prepared(bundle)) {
                Set<Object> all = there.computeIfAbsent(part.task().text(), output -> new HashSet<>());
                if (!all.add(plain(segment))) {
                    throw new AssertionError(name() + " has " + segment + " twice in checkpoint " + latest.number());
                }
            }
        }
        demandCut(latest.number(), manifest, there);
    }

    /** The manifest of a completed checkpoint. */
    Manifest manifest(CompletedCheckpoint completed) {
        return manifests.entrySet().stream()
                .filter(each -> each.getKey().contains("/" + completed.number() + "-" + completed.manifest() + "/"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new AssertionError(name() + " completed " + completed + " without a manifest"));
    }

    /** How many bundles a completed checkpoint names, and how many of these are not committed yet. */
    public Bundles bundles(CompletedCheckpoint completed) {
        List<String> all = manifest(completed).parts().stream()
                .map(Manifest.Part::bundle)
                .filter(Objects::nonNull)
                .toList();
        return new Bundles(all.size(), (int)
                all.stream().filter(bundle -> !stock.prepared(bundle).isEmpty()).count());
    }

    /** Numbers of bundles, and of those that are prepared and not committed. */
    public record Bundles(int all, int prepared) {}

    /** Fails if a state file or manifest that was deleted belongs to a checkpoint that is kept. */
    void demandUnneeded(CompletedCheckpoint kept, String deleted) {
        boolean needed = deleted.contains("/" + kept.number() + "-" + kept.manifest() + "/")
                || manifest(kept).parts().stream()
                        .map(Manifest.Part::state)
                        .filter(Objects::nonNull)
                        .flatMap(state -> state.files().stream())
                        .anyMatch(file -> file.name().equals(deleted));
        if (needed) {
            throw new AssertionError(
                    deleted + " is deleted, but " + name() + " keeps checkpoint " + kept.number() + ", which needs it");
        }
    }

    /** Fails unless what is there is exactly what follows from the input up to the positions of a manifest. */
    private void demandCut(long number, Manifest manifest, Map<String, Set<Object>> there) {
        var due = new HashMap<String, Set<Object>>();
        var all = new ArrayList<Long>();
        long threw = 0;
        for (var input : commission.inputs().entrySet()) {
            ReaderCheckpoint reached = manifest.reader(TaskName.of(input.getKey()));
            for (int partition = 0; partition < input.getValue().size(); partition++) {
                List<Object> read =
                        input.getValue().get(partition).subList(0, reached(reached, partition, input.getValue()));
                read.forEach(segment -> commission
                        .due()
                        .apply((long) segment)
                        .forEach((output, segments) -> due.computeIfAbsent(output, ignored -> new HashSet<>())
                                .addAll(segments)));
                threw += poison(read);
                read.forEach(segment -> all.add((Long) segment));
            }
        }
        if (commission.counting()) {
            demandState(number, manifest, counted(all));
            demandTotals(number, counted(all), there.getOrDefault(TOTALS, new HashSet<>()));
        }
        there.values().removeIf(Set::isEmpty);
        due.values().removeIf(Set::isEmpty);
        if (!there.equals(due)) {
            throw new AssertionError(name() + " has " + there + " in checkpoint " + number + ", but due are " + due);
        }
        demandSkipped("checkpoint " + number, manifest.skipped(), threw);
    }

    /** Fails unless the state of a manifest is that of exactly these numbers. */
    private void demandState(long number, Manifest manifest, List<Long> numbers) {
        Map<Long, String> state;
        try {
            state = StoredState.read(manifest.states(TaskName.of(CountedState.TASK)), blobs);
        } catch (RuntimeException e) {
            throw new AssertionError(
                    name() + " cannot be restored from checkpoint " + number + ": " + e.getMessage(), e);
        }
        Map<Long, String> expected = CountedState.expected(numbers);
        if (!state.equals(expected)) {
            throw new AssertionError(
                    name() + " has the state " + state + " in checkpoint " + number + ", but due is " + expected);
        }
    }

    /** Takes the totals out, which are there all together or not at all. */
    private void demandTotals(long number, List<Long> numbers, Set<Object> there) {
        List<Object> totals = there.stream().filter(CountedState::isTotal).toList();
        if (!totals.isEmpty() && !Set.copyOf(totals).equals(Set.copyOf(CountedState.totals(numbers)))) {
            throw new AssertionError(name() + " has the totals " + totals + " in checkpoint " + number);
        }
        there.removeAll(totals);
    }

    /** Checks an {@code exhaust-input} entry: every segment of that input is settled. */
    void exhausted(TaskName task) {
        if (exhausted.add(task) && commission.job().checkpoint() == null) {
            demandAll(task.text(), "exhaust-input of " + task);
        }
    }

    /**
     * Checks a completion: all input is settled, all outputs are sealed, and the input does not hold a segment that
     * must kill the job.
     */
    void completed() {
        state = State.COMPLETED;
        if (queues != null) {
            queues.completed();
        }
        commission.inputs().keySet().forEach(task -> demandAll(task, "completion"));
        if (commission.totals() && !came.getOrDefault(TOTALS, Set.of()).containsAll(totals())) {
            throw new AssertionError(name() + " is completed without its totals");
        }
        allowed.keySet().forEach(output -> {
            if (!stock.isSealed(commission.stockName(output))) {
                throw new AssertionError(name() + " is completed, but " + output + " was never sealed");
            }
        });
        if (commission.doomed()) {
            throw new AssertionError(name() + " is completed, but its input kills it");
        }
    }

    /**
     * Checks that a job was stopped: somebody asked for it, and what was published is all that its last checkpoint has
     * prepared, and nothing else.
     */
    void stopped(@Nullable CompletedCheckpoint last) {
        state = State.STOPPED;
        if (!stopping) {
            throw new AssertionError(name() + " was stopped, though nobody asked for it");
        }
        if (last != null) {
            demandCut(last.number(), manifest(last), published());
        } else if (!came.isEmpty()) {
            throw new AssertionError(name() + " was stopped before its first checkpoint, but has published " + came);
        }
    }

    private Map<String, Set<Object>> published() {
        var there = new HashMap<String, Set<Object>>();
        came.forEach((output, segments) -> there.put(output, new HashSet<>(segments)));
        return there;
    }

    /** Checks a kill: it was requested, or the input or a hanging function allows for it. */
    void killed(String why) {
        state = State.KILLED;
        if (!struck && !commission.doomed() && !commission.mayDie()) {
            throw new AssertionError(name() + " was killed, though nobody asked for it: " + why);
        }
    }
}
