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
 * How far this reader of an input is, in its one document, and what the documents of all readers of the task say.
 *
 * <p>Under each fence it goes through three steps. It registers: its own document, and that of slot 0, which tells how
 * many there are, get the fence. Then it closes the documents of all others that have an older one, by giving them this
 * fence, too, so that whoever wrote them is refused from now on. Only then it merges what they say, and opens
 * partitions. A reader of an older fence that registers late finds this fence when it reads the others, and stops; so
 * of two that believe to have the same partition only one gets anything written down.
 */
final class ReaderProgress {

    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long AGAIN_NANOS = Duration.ofMillis(200).toNanos();
    private static final long SOON_NANOS = Duration.ofMillis(2).toNanos();

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
    /* Done to their end and closed, but not written down. */
    private final TreeMap<Integer, Checkpoint> pending = new TreeMap<>();
    private Step step = Step.REGISTER;
    /* What this reader's document says, as far as is known, and its version. */
    private ReaderCheckpoint own = ReaderCheckpoint.EMPTY;
    private long version = Documents.ABSENT;
    /* What those of all other readers said when they were last read. */
    private ReaderCheckpoint others = ReaderCheckpoint.EMPTY;
    private @Nullable Attempt attempt;
    private long fence;
    private int slots;
    private int slotsEver;
    private long pauseNanos = SOON_NANOS;
    private boolean hasWritten;
    private boolean news;
    private boolean superseded;
    private @Nullable IllegalStateException tooLarge;

    /** A write whose answer is waited for, or was lost, and of what it told. */
    private record Attempt(ReaderCheckpoint written, Map<PartitionReader, Checkpoint> reached, Set<Integer> ended) {}

    ReaderProgress(JobId job, TaskName task, int slot, Documents documents, StoreQuery store) {
        this.job = job;
        this.task = task;
        this.slot = slot;
        this.documents = documents;
        this.store = store;
    }

    /** From now on this is one of the readers under a fence, whose slots are below a number. */
    void follow(long newFence, int newSlots) {
        fence = newFence;
        slots = newSlots;
        step = Step.REGISTER;
        pauseNanos = SOON_NANOS;
        retry.hasten();
        hasWritten = false;
        superseded = false;
    }

    /** Whether all that is written down is known, and nobody writes down anything under an older fence any more. */
    boolean isMerged() {
        return step == Step.WORK;
    }

    /** Whether something was found in the documents since this was last asked. */
    boolean takeNews() {
        boolean any = news;
        news = false;
        return any;
    }

    /** Whether the end of any partition was written down under the present fence. */
    boolean hasWritten() {
        return hasWritten;
    }

    /** Whether nothing that has come to its end has still to be written down by this reader. */
    boolean isWritten() {
        return superseded || pending.isEmpty() && attempt == null;
    }

    /** Whether no write is under way. */
    boolean isStill() {
        return attempt == null || !store.isAsking();
    }

    /** Whether somebody reads under a newer fence, so that nothing is to be read until this reader hears of it. */
    boolean isSuperseded() {
        return superseded;
    }

    /** What the documents of all readers say together. */
    ReaderCheckpoint merged() {
        return ReaderCheckpoint.merged(List.of(others, own));
    }

    /** All of a partition is done, and it is closed. */
    void finish(int partition, Checkpoint end) {
        pending.put(partition, end);
    }

    /** The partitions that are done and closed, but not written down. */
    Set<Integer> pending() {
        return pending.keySet();
    }

    /** Registers and merges, step by step. */
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

    /** Which partitions belong to this reader under the present fence. */
    interface Mine {
        boolean isMine(int partition);
    }

    /** A document with what it says. */
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
        slotsEver = Math.max(slots, first == null ? 0 : first.says.slots());
        if (version == Documents.ABSENT) {
            write(Map.of(), Map.of());
        } else if (own.fence() < fence || slot == 0 && own.slots() < slots) {
            /* Nobody has closed it since it was written, so what has come since may be told with the new fence. */
            write(unchanged ? reading : Map.of(), unchanged ? pending : Map.of());
        } else {
            registered();
        }
    }

    private void registered() {
        step = Step.MERGE;
        if (slotsEver == 1) {
            others = ReaderCheckpoint.EMPTY;
            step = Step.WORK;
            news = true;
        }
    }

    /** Whether somebody writes under a newer fence, of which this reader will hear, too. */
    private boolean isSuperseded(Map<Integer, Found> found, long nowNanos) {
        superseded = found.values().stream().anyMatch(each -> each.says.fence() > fence);
        if (superseded) {
            step = Step.REGISTER;
            retry.set(nowNanos + AGAIN_NANOS);
        }
        return superseded;
    }

    /** Takes what is in this reader's document for the truth; whether that is what it has written itself. */
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

    /** Whoever is refused here, because it was written meanwhile, is read again before anything is merged. */
    private CompletionStage<OptionalLong> close(List<Found> older) {
        CompletionStage<OptionalLong> all = CompletableFuture.completedFuture(OptionalLong.empty());
        for (Found each : older) {
            byte[] closed = each.says.under(fence, 0).bytes();
            all = all.thenCompose(before -> documents.write(each.name, closed, each.version));
        }
        return all;
    }

    /**
     * Reads again what others have written, less and less often: most who share an input end at about the same time.
     */
    void lookAround(Mine mine, long nowNanos) {
        if (step == Step.WORK && !store.isAsking() && retry.isDue(nowNanos) && store.isDue(nowNanos)) {
            retry.set(nowNanos + pauseNanos);
            pauseNanos = Math.min(AGAIN_NANOS, 2 * pauseNanos);
            readAll(fence, mine, nowNanos);
        }
    }

    /**
     * Writes down how far this reader is, when it is time to.
     *
     * @param atOnce whether somebody waits for it
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

    /** What others have got on with since is no business of this document any more. */
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

    /** How long there is nothing to ask for; answers come by themselves. */
    long restNanos(long nowNanos) {
        long left = retry.leftNanos(nowNanos);
        return left == 0 || store.isAsking() ? Long.MAX_VALUE : left;
    }
}
