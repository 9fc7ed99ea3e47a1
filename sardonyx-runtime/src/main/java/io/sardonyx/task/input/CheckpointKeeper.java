package io.sardonyx.task.input;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.CheckpointAck;
import io.sardonyx.content.Manifest;
import io.sardonyx.content.StateFiles;
import io.sardonyx.content.StatePart;
import io.sardonyx.flow.AckLedger;
import io.sardonyx.flow.AckOutcome;
import io.sardonyx.loop.Deadline;
import io.sardonyx.port.Blobs;
import io.sardonyx.port.Documents;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.AckValues;
import io.sardonyx.task.TaskEvents.AckedCheckpoint;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeper of a job's checkpoints, at the peer in the lowest slot of its first input: sends the mark of a checkpoint to
 * all inputs, takes everybody's acks, and stores the manifest when the xor of them is zero. The entry in the log, which
 * its group appends then, completes the checkpoint.
 *
 * <p>One checkpoint at a time, at one fence. Confined to the thread of the task's turn.
 */
final class CheckpointKeeper {

    /** One root is open at a time; roots do not expire. */
    private static final int ROOTS = 1;

    /** Instead of a root in what is sent beside marks: about a group that wants to leave. */
    private static final long LEAVING = 0;

    private final JobId job;
    private final List<TaskName> tasks;
    private final long fence;
    private final Documents documents;
    private final TaskStores stores;
    private final StoreQuery store;
    private final AckValues ackValues;
    private final CheckpointProgress progress;
    private final List<ChannelSender<Acks>> inputs;
    private final AckLedger ledger = new AckLedger(ROOTS, 2);
    /* Marks that had no room yet, by input; 0 if there is none. The first is this peer's own. */
    private final long[] marks;
    private final List<Manifest.Part> parts = new ArrayList<>();
    /* Bytes of what all peers have told of the open checkpoint. */
    private long toldBytes;
    /* Segments skipped before the open checkpoint, and within it. */
    private SortedMap<TaskName, Long> skippedBefore;
    private SortedMap<TaskName, Long> skipped = new TreeMap<>();
    private final long timeoutNanos;
    private final Deadline deadline = new Deadline();
    private boolean requested;
    /* Whether inputs shall pause after the mark of the next checkpoint, and of the one in progress. */
    private boolean pauseNext;
    private boolean pausing;
    /* Whether the checkpoint in progress, or the one before, is the last since the job is stopping. */
    private boolean ending;
    /* Whether tasks give segments in the end; whether all inputs have ended, so that they are due; and whether the
     * checkpoint in progress is the one in which they do. */
    private final boolean totals;
    private boolean totalsDue;
    private boolean finishing;
    /* Whether tasks had given these before the fence started, perhaps in the job that this one goes on from. */
    private final boolean given;
    /* Whether the last checkpoint of the job is acked: no other can be complete after it, so none is begun. */
    private boolean over;
    /*
     * Whether the checkpoint in progress has taken longer than it should. It goes on, and is complete when whoever is
     * late has acked it: marks come in order, so no later one could be complete before.
     */
    private boolean late;
    /* The checkpoint in progress, 0 if there is none; the one begun last; and whether everybody has acked it. */
    private long number;
    private long begun;
    private boolean acked;
    private @Nullable AckedCheckpoint stored;
    private boolean told;

    /**
     * @param orders under which it works, of a single fence
     * @param inputs senders of marks to all inputs, of which the first is this peer
     * @param base manifest of the checkpoint from which the fence has started
     */
    CheckpointKeeper(
            CheckpointInput.Parts own,
            CheckpointProgress progress,
            TaskOrders orders,
            StoreQuery store,
            List<ChannelSender<Acks>> inputs,
            Manifest base) {
        this.progress = progress;
        this.job = own.self().job();
        this.tasks = own.tasks();
        this.fence = orders.fence();
        this.documents = own.stores().documents();
        this.stores = own.stores();
        this.store = store;
        this.ackValues = own.ackValues();
        this.inputs = inputs;
        this.marks = new long[inputs.size()];
        this.skippedBefore = base.skipped();
        this.timeoutNanos = own.policy().timeout().toNanos();
        CompletedCheckpoint from = orders.checkpoints().base();
        this.begun = base.number();
        this.given = base.end() == Manifest.End.FINISHED;
        this.over = from != null && from.of() == null && base.end() != Manifest.End.NONE;
        this.totals = own.totals();
        this.totalsDue = totals && !given && base.number() > 0 && isEnded(base.parts());
    }

    /**
     * Asks for a checkpoint of all that is read now.
     *
     * @param leaving whether a group wants to leave then, so that inputs shall read no more until it has
     */
    void request(boolean leaving) {
        requested = true;
        pauseNext |= leaving;
    }

    /** What a task sends the keeper to ask for a checkpoint. */
    static Acks requestOf(long filling, boolean leaving) {
        var request = new Acks(1);
        request.add(leaving ? LEAVING : filling, 0);
        return request;
    }

    /** Whether what the keeper has sent along with a mark says that the input shall pause after it. */
    static boolean isPause(Acks mark) {
        return mark.size() == 2;
    }

    /**
     * Takes the acks of a task, and requests of inputs.
     *
     * @param channel by which they came, as {@link CheckpointProgress} counts
     */
    void take(Acks acks, int channel) {
        for (int i = 0; i < acks.skips(); i++) {
            if (acks.skippedRoot(i) == number && acks.skippedTask(i) < tasks.size()) {
                skipped.merge(tasks.get(acks.skippedTask(i)), acks.skippedCount(i), Long::sum);
            }
        }
        CheckpointAck told = acks.words().length == 0 ? null : CheckpointAck.read(acks.words());
        if (told != null && !told.part().isEmpty()) {
            toldBytes += acks.words().length;
            parts.add(told.part());
        }
        for (int i = 0; i < acks.size(); i++) {
            if (acks.value(i) == 0) {
                boolean leaving = acks.root(i) == LEAVING;
                if (leaving || acks.root(i) > begun) { // else the mark that is on its way comes behind what was read
                    request(leaving);
                }
                continue;
            }
            if (acks.root(i) == number) {
                progress.acked(channel, told, System.currentTimeMillis());
            }
            if (ledger.ack(acks.root(i), acks.value(i)) == AckOutcome.COMPLETED) {
                acked = true;
            }
        }
    }

    /**
     * Begins a checkpoint if one was asked for, sends marks and stores the manifest.
     *
     * @param checkpoints those in the log
     * @param next number of the root that inputs fill
     * @return a checkpoint whose manifest was stored just now, else null
     */
    @Nullable
    AckedCheckpoint tend(Checkpoints checkpoints, long next, long nowNanos) {
        long completed = checkpoints.latestNumber();
        if (number != 0 && completed >= number) {
            number = 0;
            progress.complete(bytes(), System.currentTimeMillis());
            skippedBefore = Checkpoint.plus(skippedBefore, skipped);
            deleteOthers(checkpoints);
        }
        boolean finish = totalsDue && !finishing;
        if (number == 0 && !over && (requested || finish || checkpoints.stopping() && !ending)) {
            ending = checkpoints.stopping();
            finishing = totalsDue && !ending;
            begin(next);
            progress.begin(next, System.currentTimeMillis());
            deadline.set(nowNanos + timeoutNanos);
        }
        if (number != 0 && !late && deadline.isDue(nowNanos)) {
            late = true;
            progress.expire();
        }
        for (int i = 1; i < marks.length; i++) {
            sendMark(i);
        }
        if (acked && stored == null && !store.isAsking() && store.isDue(nowNanos)) {
            store();
        }
        if (stored != null && !told) {
            told = true;
            return stored;
        }
        return null;
    }

    /** Deletes what belongs to checkpoints that are no longer kept; what fails is tried again behind the next one. */
    private void deleteOthers(Checkpoints checkpoints) {
        Blobs blobs;
        try {
            blobs = hasFiles() ? stores.blobs().get().orElse(null) : null;
        } catch (UncheckedIOException cannotBeOpened) {
            return;
        }
        CompletionStage<?> files = blobs == null
                ? CompletableFuture.completedFuture(true)
                : StateFiles.deleteOthers(documents, blobs, job, checkpoints);
        files.thenCompose(done -> Manifest.deleteOthers(documents, job, checkpoints))
                .exceptionally(failure -> null);
    }

    /** Bytes that the checkpoint consists of: what was told of it, and the state files. */
    private long bytes() {
        long files = 0;
        for (Manifest.Part part : parts) {
            StatePart state = part.state();
            for (StatePart.File file : state == null ? List.<StatePart.File>of() : state.files()) {
                files += file.bytes();
            }
        }
        return toldBytes + files;
    }

    private boolean hasFiles() {
        return parts.stream()
                .map(Manifest.Part::state)
                .anyMatch(state -> state != null && !state.files().isEmpty());
    }

    private void begin(long next) {
        number = next;
        begun = next;
        requested = false;
        pausing = pauseNext;
        pauseNext = false;
        acked = false;
        stored = null;
        told = false;
        late = false;
        parts.clear();
        toldBytes = 0;
        skipped = new TreeMap<>();
        long all = 0;
        for (int i = 0; i < marks.length; i++) {
            marks[i] = ackValues.fresh();
            all ^= marks[i];
        }
        if (all == 0 || ledger.open(number, all) != AckOutcome.PENDING) {
            throw new IllegalStateException("checkpoint " + number + " of job " + job + " cannot be opened");
        }
    }

    private void sendMark(int input) {
        if (marks[input] != 0) {
            var mark = new Acks(1);
            mark.add(finishing ? number | Batch.LAST : number, marks[input]);
            if (pausing) {
                mark.add(LEAVING, 0);
            }
            if (inputs.get(input).offer(mark)) {
                marks[input] = 0;
            }
        }
    }

    /** The value of this peer's own mark, once; 0 if there is none. */
    long takeOwnMark() {
        long value = marks[0];
        marks[0] = 0;
        return value;
    }

    /** Whether inputs shall pause after the mark of the checkpoint in progress. */
    boolean isPausing() {
        return pausing;
    }

    /** Passes on what was lost of the marks. */
    void lost(LongConsumer roots) {
        inputs.forEach(sender -> sender.lost(roots));
    }

    private void store() {
        parts.sort(Comparator.comparing(Manifest.Part::task).thenComparingInt(Manifest.Part::slot));
        SortedMap<TaskName, Long> all = Checkpoint.plus(skippedBefore, skipped);
        boolean ended = isEnded(parts);
        boolean finished = ended && (!totals || finishing || given);
        boolean last = ending || finished;
        totalsDue = totals && !given && ended;
        over = last;
        long meant = number;
        Manifest.End end = finished ? Manifest.End.FINISHED : last ? Manifest.End.STOPPED : Manifest.End.NONE;
        store.ask(Manifest.write(documents, job, new Manifest(meant, all, end, parts)), hash -> {
            stored = new AckedCheckpoint(fence, meant, hash, last, all);
            progress.stored(System.currentTimeMillis());
        });
    }

    private static boolean isEnded(List<Manifest.Part> parts) {
        return parts.stream().filter(part -> part.reader() != null).allMatch(Manifest.Part::ended);
    }

    /** Whether the mark in progress is the last of the job, before which tasks give their totals. */
    boolean isFinishing() {
        return finishing;
    }

    /** What a slow checkpoint waits for, or null. */
    @Nullable
    Waiting waiting() {
        String step = stored != null
                ? "its entry is not in the log yet"
                : acked ? "all have acked its mark, but its manifest is not stored yet" : null;
        return progress.waiting(step, System.currentTimeMillis());
    }

    /** Whether a checkpoint is in progress. */
    boolean isOpen() {
        return number != 0;
    }
}
