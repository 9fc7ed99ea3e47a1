package io.sardonyx.task.input;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.loop.Deadline;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints of one reader of an input, all partitions in one document, merged with the documents of the task's other
 * readers.
 *
 * <p>Under each fence it goes through three steps. It registers: its own document, and that of slot 0, which has the
 * number of readers, get the fence. Then it closes the documents of all others that have an older fence, by writing
 * this fence to them, too, so that conditional writes of their former owners are refused from now on. Only then it
 * merges what they contain, and opens partitions. A reader of an older fence that registers late finds this fence when
 * it reads the others, and stops; so of two readers that believe to own a partition only one gets a checkpoint written.
 *
 * <p>Confined to the thread of the task's turn; answers of the store come through the mailbox in later turns.
 */
final class ReaderProgress {

    /** Interval between checkpoints, between retries, and the first interval of a back-off. */
    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long AGAIN_NANOS = Duration.ofMillis(200).toNanos();
    private static final long SOON_NANOS = Duration.ofMillis(2).toNanos();

    /** Steps under a fence. */
    private enum Step {
        REGISTER,
        MERGE,
        WORK
    }

    private final JobId job;
    private final TaskName task;
    private final int slot;
    private final Documents documents;
    private final StoreQuery store;
    private final Deadline retry = new Deadline();
    private final Deadline nextWrite = new Deadline();
    /* Checkpoints of partitions that are done and closed, but not written. */
    private final TreeMap<Integer, Checkpoint> pending = new TreeMap<>();
    private Step step = Step.REGISTER;
    /* Content and version of this reader's document, as far as known. */
    private ReaderCheckpoint own = ReaderCheckpoint.EMPTY;
    private long version = Documents.ABSENT;
    /* Merged content of the other readers' documents when they were last read. */
    private ReaderCheckpoint others = ReaderCheckpoint.EMPTY;
    /* The write in flight, or whose answer was lost; null otherwise. */
    private @Nullable Attempt attempt;
    private long fence;
    private int slots;
    /* Number of slots that ever had a document. */
    private int slotsEver;
    private long pauseNanos = SOON_NANOS;
    private boolean hasWritten;
    private boolean news;
    private boolean superseded;
    private @Nullable IllegalStateException tooLarge;

    /** A write and what it contained, to be applied once it is known to have succeeded. */
    private record Attempt(ReaderCheckpoint written, Map<PartitionReader, Checkpoint> reached, Set<Integer> ended) {}

    ReaderProgress(JobId job, TaskName task, int slot, Documents documents, StoreQuery store) {
        this.job = job;
        this.task = task;
        this.slot = slot;
        this.documents = documents;
        this.store = store;
    }

    /**
     * Starts over under a new fence.
     *
     * @param newSlots upper bound of the readers' slots, exclusive
     */
    void follow(long newFence, int newSlots) {
        fence = newFence;
        slots = newSlots;
        step = Step.REGISTER;
        pauseNanos = SOON_NANOS;
        retry.hasten();
        hasWritten = false;
        superseded = false;
    }

    /**
     * Whether the merge is complete: everything checkpointed is known, and no reader of an older fence can write any
     * more.
     */
    boolean isMerged() {
        return step == Step.WORK;
    }

    /** Whether documents had new content since the last call. */
    boolean takeNews() {
        boolean any = news;
        news = false;
        return any;
    }

    /** Whether the end of a partition was checkpointed under the present fence. */
    boolean hasWritten() {
        return hasWritten;
    }

    /** Whether no finished partition is left to be checkpointed by this reader. */
    boolean isWritten() {
        return superseded || pending.isEmpty() && attempt == null;
    }

    /** Whether no write is in flight. */
    boolean isStill() {
        return attempt == null || !store.isAsking();
    }

    /** Whether another reader has a newer fence, so that reading stops until this one follows it. */
    boolean isSuperseded() {
        return superseded;
    }

    /** Merged content of the documents of all readers. */
    ReaderCheckpoint merged() {
        return ReaderCheckpoint.merged(List.of(others, own));
    }

    /** Adds a partition that is done and closed, to be written with the next checkpoint. */
    void finish(int partition, Checkpoint end) {
        pending.put(partition, end);
    }

    /** Partitions that are done and closed, but not written. */
    Set<Integer> pending() {
        return pending.keySet();
    }

    /** Registers and merges, one query of the store at a time. */
    void prepare(Map<Integer, PartitionReader> reading, Mine mine, long nowNanos) {
        requireSize();
        if (step == Step.WORK || store.isAsking() || !retry.isDue(nowNanos) || !store.isDue(nowNanos)) {
            return;
        }
        long asked = fence;
        if (step == Step.REGISTER) {
            List<String> names = slot == 0 ? List.of(name(0)) : List.of(name(0), name(slot));
            store.ask(documents.read(names), found -> {
                if (asked == fence) {
                    register(parsed(found), reading, mine, nowNanos);
                }
            });
        } else {
            readAll(asked, mine, nowNanos);
        }
    }

    /** Tells which partitions belong to this reader under the present fence. */
    interface Mine {
        boolean isMine(int partition);
    }

    /** A document that was read and parsed. */
    private record Found(String name, long version, ReaderCheckpoint says) {}

    private static Map<Integer, Found> parsed(List<Document> documents) {
        var parsed = new TreeMap<Integer, Found>();
        for (Document document : documents) {
            parsed.put(
                    ReaderCheckpoint.slotIn(document.name()),
                    new Found(document.name(), document.version(), ReaderCheckpoint.read(document.body())));
        }
        return parsed;
    }

    private String name(int ofSlot) {
        return ReaderCheckpoint.name(job, task, ofSlot);
    }

    /** Registers this reader under its fence, in the document of slot 0 first. */
    private void register(Map<Integer, Found> found, Map<Integer, PartitionReader> reading, Mine mine, long nowNanos) {
        Found first = found.get(0);
        if (isSuperseded(found, nowNanos)) {
            return;
        }
        boolean unchanged = learn(found.get(slot), mine);
        if (slot != 0 && (first == null || first.says.fence() < fence || first.says.slots() < slots)) {
            ReaderCheckpoint before = first == null ? ReaderCheckpoint.EMPTY : first.says;
            long seen = first == null ? Documents.ABSENT : first.version;
            store.ask(documents.write(name(0), before.under(fence, slots).bytes(), seen), written -> {});
            return;
        }
        // Slots that are vacant now may have documents of earlier fences, which have to be merged, too.
        slotsEver = Math.max(slots, first == null ? 0 : first.says.slots());
        if (version == Documents.ABSENT) {
            write(Map.of(), Map.of());
        } else if (own.fence() < fence || slot == 0 && own.slots() < slots) {
            /*
             * No other reader has closed the document since it was last written, so progress since then may be added
             * under the new fence.
             */
            write(unchanged ? reading : Map.of(), unchanged ? pending : Map.of());
        } else {
            registered();
        }
    }

    /** Goes on to the merge; a reader that was always alone has nothing to merge. */
    private void registered() {
        step = Step.MERGE;
        if (slotsEver == 1) {
            others = ReaderCheckpoint.EMPTY;
            step = Step.WORK;
            news = true;
        }
    }

    /** Whether a document has a newer fence; then registration is retried until this reader follows it. */
    private boolean isSuperseded(Map<Integer, Found> found, long nowNanos) {
        superseded = found.values().stream().anyMatch(each -> each.says.fence() > fence);
        if (superseded) {
            step = Step.REGISTER;
            retry.set(nowNanos + AGAIN_NANOS);
        }
        return superseded;
    }

    /**
     * Takes the document that was read as this reader's state; returns whether it is what this reader wrote. An
     * unanswered write is found out here to have succeeded or not.
     */
    private boolean learn(@Nullable Found there, Mine mine) {
        Attempt tried = attempt;
        attempt = null;
        ReaderCheckpoint before = own;
        long versionBefore = version;
        own = there == null ? ReaderCheckpoint.EMPTY : there.says;
        version = there == null ? Documents.ABSENT : there.version;
        boolean unchanged = version == versionBefore;
        if (tried != null && there != null && tried.written.saysTheSameAs(own)) {
            unchanged |= own.fence() == tried.written.fence();
            settle(tried);
            before = own;
        }
        boolean closed = !unchanged;
        pending.keySet()
                .removeIf(partition ->
                        closed && !mine.isMine(partition) || own.done().get(partition));
        news |= !own.saysTheSameAs(before);
        return unchanged;
    }

    /** Applies a write that succeeded. */
    private void settle(Attempt done) {
        hasWritten |= !done.ended.isEmpty();
        pending.keySet().removeAll(done.ended);
        done.reached.forEach(PartitionReader::written);
    }

    private void readAll(long asked, Mine mine, long nowNanos) {
        List<String> names = IntStream.range(0, slotsEver).mapToObj(this::name).toList();
        store.ask(documents.read(names), found -> {
            if (asked == fence) {
                merge(parsed(found), mine, nowNanos);
            }
        });
    }

    /** Merges the other documents, unless one of them has an older fence and has to be closed first. */
    private void merge(Map<Integer, Found> found, Mine mine, long nowNanos) {
        if (isSuperseded(found, nowNanos)) {
            return;
        }
        Found mineThere = found.remove(slot);
        if (mineThere == null || mineThere.version != version) {
            step = Step.REGISTER;
            return;
        }
        List<Found> older = found.values().stream()
                .filter(each -> each.says.fence() < fence)
                .toList();
        if (!older.isEmpty()) {
            step = Step.MERGE;
            store.ask(close(older), closed -> {});
            return;
        }
        others =
                ReaderCheckpoint.merged(found.values().stream().map(Found::says).toList());
        pending.keySet()
                .removeIf(partition -> !mine.isMine(partition) || others.done().get(partition));
        step = Step.WORK;
        news = true;
    }

    /**
     * Closes documents by conditional writes of this fence. A refused write is no error: all documents are read again
     * before the merge.
     */
    private CompletionStage<OptionalLong> close(List<Found> older) {
        CompletionStage<OptionalLong> all = CompletableFuture.completedFuture(OptionalLong.empty());
        for (Found each : older) {
            byte[] closed = each.says.under(fence, 0).bytes();
            all = all.thenCompose(before -> documents.write(each.name, closed, each.version));
        }
        return all;
    }

    /**
     * Reads the other documents again, with a back-off: readers that share an input usually end at about the same time.
     */
    void lookAround(Mine mine, long nowNanos) {
        if (step == Step.WORK && !store.isAsking() && retry.isDue(nowNanos) && store.isDue(nowNanos)) {
            retry.set(nowNanos + pauseNanos);
            pauseNanos = Math.min(AGAIN_NANOS, 2 * pauseNanos);
            readAll(fence, mine, nowNanos);
        }
    }

    /**
     * Writes a checkpoint when it is due.
     *
     * @param atOnce whether to write before the interval is over
     */
    void tend(Map<Integer, PartitionReader> reading, boolean atOnce, long nowNanos) {
        requireSize();
        if (step != Step.WORK || store.isAsking() || !store.isDue(nowNanos)) {
            return;
        }
        boolean due = atOnce || nextWrite.isDue(nowNanos);
        if (due && (!pending.isEmpty() || reading.values().stream().anyMatch(PartitionReader::hasMore))) {
            nextWrite.set(nowNanos + EVERY_NANOS);
            write(reading, pending);
        }
    }

    /** Writes this reader's document, conditional on its version; a refused write leads back to registration. */
    private void write(Map<Integer, PartitionReader> reading, Map<Integer, Checkpoint> ended) {
        var more = new TreeMap<>(ended);
        var reached = new LinkedHashMap<PartitionReader, Checkpoint>();
        reading.forEach((partition, reader) -> {
            if (reader.hasMore()) {
                reached.put(reader, reader.done());
                more.put(partition, reader.done().under(fence));
            }
        });
        ReaderCheckpoint next = withoutOvertaken(own).plus(more).under(fence, slot == 0 ? slots : 0);
        byte[] body = next.bytes();
        if (body.length > Documents.MAX_BYTES) {
            tooLarge = new IllegalStateException("the checkpoint of slot " + slot + " of task " + task + " has "
                    + body.length + " bytes, " + next.open().size() + " partitions are open in it, and "
                    + Documents.MAX_BYTES
                    + " bytes are the most; give the task more peers, or read by several tasks");
            return;
        }
        more.values().removeIf(each -> !each.atEnd());
        var sent = new Attempt(next, reached, more.keySet());
        attempt = sent;
        store.ask(
                documents.write(name(slot), body, version),
                answer -> answered(sent, answer),
                () -> step = Step.REGISTER);
    }

    /** Removes partitions that another reader has got on with. */
    private ReaderCheckpoint withoutOvertaken(ReaderCheckpoint before) {
        if (step != Step.WORK) {
            return before;
        }
        var left = new TreeMap<>(before.open());
        left.entrySet().removeIf(each -> {
            Checkpoint other = others.open().get(each.getKey());
            return others.done().get(each.getKey())
                    || other != null && other.fence() > each.getValue().fence();
        });
        return left.size() == before.open().size() ? before : before.with(left);
    }

    private void answered(Attempt sent, OptionalLong answer) {
        if (answer.isEmpty()) {
            step = Step.REGISTER;
            return;
        }
        own = sent.written;
        version = answer.getAsLong();
        attempt = null;
        settle(sent);
        if (step == Step.REGISTER && own.fence() == fence) {
            registered();
        }
    }

    private void requireSize() {
        if (tooLarge != null) {
            throw tooLarge;
        }
    }

    /** Time until the next query of the store; answers wake the task by themselves. */
    long restNanos(long nowNanos) {
        long left = retry.leftNanos(nowNanos);
        return left == 0 || store.isAsking() ? Long.MAX_VALUE : left;
    }
}
