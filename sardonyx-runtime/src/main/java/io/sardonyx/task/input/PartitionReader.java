package io.sardonyx.task.input;

import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.channel.SegmentSize;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.Waiting;
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
 * A partition that this peer reads, and how far it is done. That is written down about once a second and at its end, by
 * itself if it has a document of its own, else together with the other partitions of its reader.
 */
final class PartitionReader {

    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int FEWEST = 16;
    private static final Object[] NOTHING = {};

    private final TaskName task;
    private final String name;
    private final Documents documents;
    private final Mailbox mailbox;
    /* Null where its reader has one for all. */
    private final @Nullable String document;
    private final Attempts none;
    private final ArrayDeque<Root> open = new ArrayDeque<>();
    private final Deadline nextWrite = new Deadline();
    private final StoreRetry store;
    /* Under which it was read here, so that what is written under any other is somebody else's. */
    private final TreeSet<Long> fences = new TreeSet<>();
    private final Checkpoint begun;
    /* Null until it is opened, and while the input is away. */
    private @Nullable Partition partition;
    /* Behind all that became roots: from here on it is read when it is opened again. */
    private @Nullable String reached;
    /* What the partition has not been told yet. */
    private @Nullable String completed;
    private Extent extent = Extent.UNKNOWN;
    private Object[] scratch;
    /* Of what was read last, and of all that is not done. */
    private long bytes;
    private long heldBytes;
    /* Few at first, for nobody knows how large they are. */
    private int mostByBytes = FEWEST;
    private long version;
    private long fence;
    /* Of all roots that are done without a gap, be they behind the position or not. */
    private SortedMap<TaskName, Long> skipped;
    private Checkpoint done;
    private Checkpoint written;
    private Checkpoint writtenBefore;
    private boolean writing;
    private boolean refused;
    private boolean superseded;
    private boolean stale;
    private boolean damaged;
    private boolean wantsCompleted = true;
    private @Nullable Exception failure;

    /**
     * Where and how a partition is read.
     *
     * @param document with its checkpoint; null where its reader has one for all its partitions
     */
    record Place(TaskName task, String name, @Nullable String document, Tuning tuning) {}

    /** One that is not open yet. */
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

    void follow(long newFence) {
        fence = newFence;
        writtenBefore = written;
        fences.headSet(written.fence()).clear();
        fences.add(newFence);
    }

    /** Whether somebody else had it under a fence in between, so that it has to be opened anew from there. */
    boolean isStale() {
        return stale;
    }

    /** Whether somebody else has it, or had it last. */
    boolean isSuperseded() {
        return superseded;
    }

    /** The input is away, and so is this until {@link #resume}; its open roots are not touched. */
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

    /** Whether there may be something to read in it, now or later. */
    boolean mayGive() {
        return partition != null && !superseded && !partition.isAtEnd();
    }

    boolean isOpen() {
        return partition != null;
    }

    /** Opens it where it begins or was, unless it is open or nothing of it is needed any more. */
    void resume(Input input) throws Exception {
        if (partition == null && (!isFinished() || completed != null)) {
            Partition opened = input.open(name, reached);
            partition = opened;
            wantsCompleted = opened.wantsCompleted();
            tellCompleted();
        }
    }

    /** Reads on; at most so many segments, of which the array is exactly full, or null when there is none now. */
    Object @Nullable [] read(int most) throws Exception {
        Partition from = partition;
        if (from == null || from.isAtEnd()) {
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

    /** A root of what was read last. */
    Root root(Object[] segments, SegmentOrigin origin) {
        var root = new Root(this, segments, origin, none);
        root.weigh(bytes);
        heldBytes += bytes;
        open.add(root);
        return root;
    }

    /** About how many bytes of memory what was read last takes. */
    long bytes() {
        return bytes;
    }

    /** Whether some of what was read last are {@link BadRecord}s. */
    boolean hasBadRecords() {
        return partition != null && partition.hasBadRecords();
    }

    /** A root of one of them; read last, but no end of anything. */
    Root letter(BadRecord bad, String cause) {
        var root = new Root(this, bad.text(), cause, new SegmentOrigin(task, name, bad.position()), none);
        open.add(root);
        return root;
    }

    /** One of them is left out, which is written down with the position behind it. */
    void leaveOut(BadRecord bad) {
        Root root = letter(bad, bad.cause());
        root.skip(task, 1);
        root.settle();
    }

    /** None of what was read last is left to be done. */
    void pass() {
        root(new Object[0], origin()).settle();
    }

    /** Behind what was read last. */
    SegmentOrigin origin() {
        return new SegmentOrigin(task, name, Objects.requireNonNull(reached, "something was read"));
    }

    Extent extent() {
        if (partition != null) {
            extent = partition.extent();
        }
        return extent;
    }

    /** Whether more of it is written down as done than when the present fence began. */
    boolean hasProgressed() {
        return written != writtenBefore;
    }

    /** About how many bytes of memory all that was read and is not done takes. */
    long heldBytes() {
        return heldBytes;
    }

    boolean isIdle() {
        return open.isEmpty();
    }

    /** Whether it is written down that nothing more will come. */
    boolean isFinished() {
        return written.atEnd();
    }

    /** Whether it is finished and nobody needs to hear of it any more. */
    boolean isOver() {
        return isFinished() && !superseded && !writing && completed == null && open.isEmpty();
    }

    /** Whether all of it is done, be it written down or not. */
    boolean isDrained() {
        return done.atEnd() && open.isEmpty() && !superseded;
    }

    /** Whether its plugin has to hear that its end is written down, before it is closed. */
    boolean wantsCompleted() {
        return wantsCompleted;
    }

    /** How far it is done by now. */
    Checkpoint done() {
        return done;
    }

    /** Whether more is done than is written down. */
    boolean hasMore() {
        return done != written && !superseded;
    }

    /** Its reader has written down that it is done so far. */
    void written(Checkpoint meant) {
        written = meant;
        completed = meant.position();
        try {
            tellCompleted();
        } catch (Exception e) {
            failure = e;
        }
    }

    /** Whether a checkpoint is the one with which it was begun, or was written here. */
    boolean isOwn(Checkpoint there) {
        return fences.contains(there.fence()) || there.equals(begun);
    }

    /** Somebody else has got on with it: it has to be opened anew from there, if it is not done. */
    void supersede() {
        superseded = true;
        stale = true;
    }

    /** What was left out, as far as it is written down. */
    SortedMap<TaskName, Long> skipped() {
        return written.skipped();
    }

    /** Whether all that is done is written down. */
    boolean isWritten() {
        return superseded || done == written && !writing;
    }

    /** Notes what is done by now and writes it down when it is time to. */
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
            look(into); // until somebody has reset it: what it said may have been a successor's
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

    /** Whether no write is under way. */
    boolean isStill() {
        return !writing;
    }

    /** What is there instead? Perhaps our own words, perhaps those of a successor. */
    private void look(String into) {
        refused = true;
        mailbox.await(documents.read(List.of(into)), this::found, failure -> {
            writing = false;
            store.failed(failure);
        });
    }

    /** What keeps it from writing down how far it is, or null. */
    @Nullable
    Waiting waiting() {
        return store.waiting();
    }

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
