package io.sardonyx.task.input;

import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.channel.SegmentSize;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.flow.Attempts;
import io.sardonyx.job.Tuning;
import io.sardonyx.json.BadInput;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reader of one partition: polls it, keeps its roots in order, and tracks the position up to which all of them are
 * done. That position is checkpointed about once a second and at the end, in a document of its own or together with the
 * reader's other partitions.
 *
 * <p>Writes are conditional on the document's version; a refused write means that another peer took over, unless what
 * is there was written here. Confined to the thread of the task's turn.
 */
public final class PartitionReader {

    /** Interval between checkpoints. */
    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();
    /** Segments of the first poll, before their size is known. */
    private static final int FEWEST = 16;

    private static final Object[] NOTHING = {};

    private final TaskName task;
    private final String name;
    private final Documents documents;
    private final Mailbox mailbox;
    /* Name of its checkpoint document; null where the reader has one document for all. */
    private final @Nullable String document;
    private final Attempts none;
    /* Roots in the order of their positions; the checkpoint advances only over done roots at the head. */
    private final ArrayDeque<Root> open = new ArrayDeque<>();
    private final Deadline nextWrite = new Deadline();
    private final StoreRetry store;
    /* Fences under which this peer read it; a checkpoint under any other was written by another peer. */
    private final TreeSet<Long> fences = new TreeSet<>();
    /* The checkpoint from which it started. */
    private final Checkpoint begun;
    /* Null before it is opened, and during an outage of the input. */
    private @Nullable Partition partition;
    /* Position behind everything that became roots: where to read on after a reopen. */
    private @Nullable String reached;
    /* Checkpointed position that the plugin has not been told yet. */
    private @Nullable String completed;
    private Extent extent = Extent.UNKNOWN;
    /* Poll buffer; handed out when full, and then replaced. */
    private Object[] scratch;
    /* Estimated heap size in bytes of what was read last, and of all pending roots. */
    private long bytes;
    private long heldBytes;
    /* Limit of a poll, so that a batch is not too large in bytes; small at first, because sizes are unknown. */
    private int mostByBytes = FEWEST;
    private long version;
    private long fence;
    /* Segments skipped in all roots that are done without a gap. */
    private SortedMap<TaskName, Long> skipped;
    /*
     * Checkpoints as objects: done in memory, written to the store, and written when the present fence began; compared
     * by identity.
     */
    private Checkpoint done;
    private Checkpoint written;
    private Checkpoint writtenBefore;
    /* Whether a write, or the read after a refused one, is in flight. */
    private boolean writing;
    private boolean refused;
    private boolean superseded;
    private boolean stale;
    private boolean damaged;
    private boolean paused;
    private boolean wantsCompleted = true;
    private @Nullable Exception failure;

    /**
     * Identity of a partition and its settings.
     *
     * @param document name of its checkpoint; null where the reader has one for all its partitions
     */
    record Place(TaskName task, String name, @Nullable String document, Tuning tuning) {}

    /** A partition that is not opened yet. */
    PartitionReader(Place place, Checkpoint from, long version, Documents documents, Mailbox mailbox) {
        this.task = place.task;
        this.name = place.name;
        this.document = place.document;
        this.documents = documents;
        this.mailbox = mailbox;
        this.version = version;
        this.skipped = from.skipped();
        this.done = from;
        this.written = from;
        this.writtenBefore = from;
        this.begun = from;
        this.store = new StoreRetry(
                "the checkpoint " + document + " of partition " + name,
                "sardonyx job reset deletes it, and the partition is read again from its beginning");
        this.reached = from.position();
        this.none = Root.none(place.tuning.attempts());
        this.scratch = NOTHING;
    }

    /** Continues under a new fence. */
    void follow(long newFence) {
        fence = newFence;
        writtenBefore = written;
        fences.headSet(written.fence()).clear();
        fences.add(newFence);
    }

    /** Whether another peer had it under a fence in between, so that it has to be opened again from that checkpoint. */
    boolean isStale() {
        return stale;
    }

    /** Whether another peer has it, or had it last. */
    boolean isSuperseded() {
        return superseded;
    }

    /** Closes the plugin's partition in an outage, until {@link #resume}; pending roots are not affected. */
    void suspend() {
        Partition former = partition;
        partition = null;
        failure = null;
        try {
            if (former != null) {
                former.close();
            }
        } catch (IOException | RuntimeException e) {
            LazyLoggers.of(PartitionReader.class).debug("partition {} of task {} did not close well", name, task, e);
        }
    }

    /** Whether a poll may give segments. */
    boolean mayGive() {
        return partition != null && !superseded && !paused && !partition.isAtEnd();
    }

    /** Whether it does not keep its reader from reading another one: it is read to its end, or has none. */
    boolean leavesRoom() {
        return partition != null && (partition.isAtEnd() || !partition.extent().isKnown());
    }

    /** Reads no more, until it is closed. */
    void pause() {
        paused = true;
    }

    /** Whether its first root is done, so that its position moves in the next turn. */
    boolean mayMove() {
        Root first = open.peek();
        return first != null && first.isDone();
    }

    /** Nanoseconds until it may give more, 0 if it does not know. */
    long restNanos() {
        return partition == null ? 0 : partition.restNanos();
    }

    boolean isOpen() {
        return partition != null;
    }

    /** Opens it at its start or where it was, unless it is open or done with. */
    void resume(Input input) throws Exception {
        if (partition == null && (!isFinished() || completed != null)) {
            Partition opened = input.open(name, reached);
            partition = opened;
            wantsCompleted = opened.wantsCompleted();
            tellCompleted();
        }
    }

    /** Polls at most so many segments; the returned array is exactly full, null when there are none now. */
    Object @Nullable [] read(int most) throws Exception {
        Partition from = partition;
        if (from == null || paused || from.isAtEnd()) {
            return null;
        }
        int room = Math.min(most, mostByBytes);
        if (scratch.length != room) {
            scratch = new Object[room];
        }
        int count = from.poll(scratch);
        if (count == 0) {
            return null;
        }
        bytes = SegmentSize.of(scratch, null, 0, count);
        long limit = bytes == 0 ? Integer.MAX_VALUE : count * ChannelLimits.BYTES_PER_BATCH / bytes;
        mostByBytes = (int) Math.max(1, Math.min(limit, 2L * mostByBytes));
        reached = from.position();
        if (count == scratch.length) {
            Object[] full = scratch;
            scratch = new Object[full.length];
            return full;
        }
        Object[] some = Arrays.copyOf(scratch, count);
        Arrays.fill(scratch, 0, count, null);
        return some;
    }

    /** Makes a root of what was read last. */
    Root root(Object[] segments, SegmentOrigin origin) {
        var root = new Root(this, segments, origin, none);
        root.weigh(bytes);
        heldBytes += bytes;
        open.add(root);
        return root;
    }

    /** Estimated heap size in bytes of what was read last. */
    long bytes() {
        return bytes;
    }

    /** Whether some of what was read last are {@link BadRecord}s. */
    boolean hasBadRecords() {
        return partition != null && partition.hasBadRecords();
    }

    /** Makes a root of a bad record, as a dead letter; the position is not reached with it. */
    Root letter(BadRecord bad, String cause) {
        var root = new Root(this, bad.text(), cause, new SegmentOrigin(task, name, bad.position()), none);
        open.add(root);
        return root;
    }

    /** Skips a bad record; the count is checkpointed with the position behind it. */
    void leaveOut(BadRecord bad) {
        Root root = letter(bad, bad.cause());
        root.skip(task, 1);
        root.settle();
    }

    /** Passes over what was read last, because nothing of it is left to do. */
    void pass() {
        root(new Object[0], origin()).settle();
    }

    /** Origin with the position behind what was read last. */
    SegmentOrigin origin() {
        return new SegmentOrigin(task, name, Objects.requireNonNull(reached, "something was read"));
    }

    Extent extent() {
        if (partition != null) {
            extent = partition.extent();
        }
        return extent;
    }

    /** The position behind everything that was read. */
    Checkpoint reached(long under) {
        return new Checkpoint(reached, isAtEnd(), under);
    }

    /** Whether all of it was read. */
    boolean isAtEnd() {
        return partition != null && partition.isAtEnd();
    }

    /** Whether its checkpoint has advanced under the present fence. */
    boolean hasProgressed() {
        return written != writtenBefore;
    }

    /** Estimated heap size in bytes of all pending roots. */
    long heldBytes() {
        return heldBytes;
    }

    /** Whether it has no pending roots. */
    boolean isIdle() {
        return open.isEmpty();
    }

    /** Whether its end is checkpointed. */
    boolean isFinished() {
        return written.atEnd();
    }

    /** Whether it is finished, and neither the store nor the plugin has to be told anything. */
    boolean isOver() {
        return isFinished() && !superseded && !writing && completed == null && open.isEmpty();
    }

    /** Whether all of it is done, checkpointed or not. */
    boolean isDrained() {
        return done.atEnd() && open.isEmpty() && !superseded;
    }

    /** Whether its plugin must be told that the end is checkpointed, before it is closed. */
    boolean wantsCompleted() {
        return wantsCompleted;
    }

    /** The position up to which all roots are done. */
    Checkpoint done() {
        return done;
    }

    /** Whether more is done than is checkpointed. */
    boolean hasMore() {
        return done != written && !superseded;
    }

    /** Called when a checkpoint was written, to tell the plugin. */
    void written(Checkpoint meant) {
        written = meant;
        completed = meant.position();
        try {
            tellCompleted();
        } catch (Exception e) {
            failure = e;
        }
    }

    /** Whether a checkpoint is the one it started from, or was written here. */
    boolean isOwn(Checkpoint there) {
        return fences.contains(there.fence()) || there.equals(begun);
    }

    /** Marks it as taken over by another peer: it has to be opened again from there, if it is not done. */
    void supersede() {
        superseded = true;
        stale = true;
    }

    /** Segments skipped, as far as they are checkpointed. */
    SortedMap<TaskName, Long> skipped() {
        return written.skipped();
    }

    /** Whether everything done is checkpointed. */
    boolean isWritten() {
        return superseded || done == written && !writing;
    }

    /** Advances over roots that are done and writes a checkpoint when it is due; whether it advanced. */
    boolean tend(long nowNanos) throws Exception {
        if (failure != null) {
            throw failure;
        }
        boolean moved = false;
        for (Root first = open.peek(); first != null && first.isDone(); first = open.peek()) {
            open.remove();
            heldBytes -= first.bytes();
            skipped = Checkpoint.plus(skipped, first.skipped());
            if (first.ends) {
                done = new Checkpoint(first.origin.position(), false, fence, skipped);
            }
            moved = true;
        }
        boolean drained = open.isEmpty() && (done.atEnd() || partition != null && partition.isAtEnd());
        if (drained && partition != null && !done.atEnd()) {
            done = new Checkpoint(partition.position(), true, fence, skipped);
        }
        boolean due = document != null && (drained && !refused || nextWrite.isDue(nowNanos));
        if (!superseded && !writing && done != written && due && store.isDue(nowNanos)) {
            nextWrite.set(nowNanos + EVERY_NANOS);
            write(Objects.requireNonNull(document, "it is due"));
        }
        return moved;
    }

    private void write(String into) {
        writing = true;
        if (damaged) {
            look(into); // until an operator has reset it: the damaged content may have been a successor's
            return;
        }
        var checkpoint = new Checkpoint(done.position(), done.atEnd(), fence, done.skipped());
        Checkpoint meant = done;
        mailbox.await(
                documents.write(into, checkpoint.bytes(), version),
                answer -> answered(meant, answer, into),
                failed -> look(into));
    }

    private void answered(Checkpoint meant, OptionalLong answer, String into) {
        if (answer.isEmpty()) {
            look(into);
            return;
        }
        writing = false;
        refused = false;
        store.succeeded();
        version = answer.getAsLong();
        written(meant);
    }

    private void tellCompleted() throws Exception {
        if (partition != null && completed != null) {
            partition.completed(completed);
            completed = null;
        }
    }

    /** Whether no write is in flight. */
    boolean isStill() {
        return !writing;
    }

    /** Reads the document after a refused or unanswered write: it may hold this peer's own write, or a successor's. */
    private void look(String into) {
        refused = true;
        mailbox.await(documents.read(List.of(into)), this::found, failure -> {
            writing = false;
            store.failed(failure);
        });
    }

    /** What it waits for, unable to write its checkpoint, or null. */
    @Nullable
    Waiting waiting() {
        return store.waiting();
    }

    /** Compares the document with what was written here, to find out whether another peer took over. */
    private void found(List<Document> documentsFound) {
        writing = false;
        version = documentsFound.isEmpty()
                ? Documents.ABSENT
                : documentsFound.get(0).version();
        try {
            if (!documentsFound.isEmpty()) {
                Checkpoint there = Checkpoint.read(documentsFound.get(0).body());
                superseded = !fences.contains(there.fence()) && !there.equals(begun);
                stale = superseded && there.fence() < fence;
            }
            damaged = false;
            store.succeeded();
        } catch (BadInput e) {
            damaged = true;
            store.failed(new Unreadable("it is damaged: " + e.getMessage(), e));
        }
    }

    void close() throws IOException {
        Partition former = partition;
        partition = null;
        if (former != null) {
            former.close();
        }
    }
}
