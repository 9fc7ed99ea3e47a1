package io.sardonyx.task.input;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.Manifest;
import io.sardonyx.flow.AckLedger;
import io.sardonyx.flow.AckOutcome;
import io.sardonyx.port.Documents;
import io.sardonyx.task.AckValues;
import io.sardonyx.task.TaskEvents.AckedCheckpoint;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
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

    private final JobId job;
    private final List<TaskName> tasks;
    private final long fence;
    private final Documents documents;
    private final StoreQuery store;
    private final AckValues ackValues;
    private final List<ChannelSender<Acks>> inputs;
    private final AckLedger ledger = new AckLedger(ROOTS, 2);
    /* Marks that had no room yet, by input; 0 if there is none. The first is this peer's own. */
    private final long[] marks;
    private final List<Manifest.Part> parts = new ArrayList<>();
    /* Segments skipped before the open checkpoint, and within it. */
    private SortedMap<TaskName, Long> skippedBefore;
    private SortedMap<TaskName, Long> skipped = new TreeMap<>();
    private boolean requested;
    /* The checkpoint in progress, 0 if there is none; and whether everybody has acked it. */
    private long number;
    private boolean acked;
    private @Nullable AckedCheckpoint stored;
    private boolean told;

    /**
     * @param inputs senders of marks to all inputs, of which the first is this peer
     * @param base manifest of the checkpoint from which the fence has started
     */
    CheckpointKeeper(
            CheckpointInput.Parts own, long fence, StoreQuery store, List<ChannelSender<Acks>> inputs, Manifest base) {
        this.job = own.self().job();
        this.tasks = own.tasks();
        this.fence = fence;
        this.documents = own.documents();
        this.store = store;
        this.ackValues = own.ackValues();
        this.inputs = inputs;
        this.marks = new long[inputs.size()];
        this.skippedBefore = base.skipped();
    }

    /** Asks for a checkpoint of all that is read now. */
    void request() {
        requested = true;
    }

    /** Takes the acks of a task, and requests of inputs. */
    void take(Acks acks) {
        for (int i = 0; i < acks.skips(); i++) {
            if (acks.skippedRoot(i) == number && acks.skippedTask(i) < tasks.size()) {
                skipped.merge(tasks.get(acks.skippedTask(i)), acks.skippedCount(i), Long::sum);
            }
        }
        if (acks.words().length > 0) {
            parts.add(Manifest.Part.read(acks.words()));
        }
        for (int i = 0; i < acks.size(); i++) {
            if (acks.value(i) == 0) {
                requested = true;
            } else if (ledger.ack(acks.root(i), acks.value(i)) == AckOutcome.COMPLETED) {
                acked = true;
            }
        }
    }

    /**
     * Begins a checkpoint if one was asked for, sends marks and stores the manifest.
     *
     * @param completed number of the latest checkpoint in the log
     * @param next number of the root that inputs fill
     * @return a checkpoint whose manifest was stored just now, else null
     */
    @Nullable
    AckedCheckpoint tend(long completed, long next, long nowNanos) {
        if (number != 0 && completed >= number) {
            number = 0;
            skippedBefore = Checkpoint.plus(skippedBefore, skipped);
            if (completed > 1) {
                Manifest.deleteBelow(documents, job, completed - 1).exceptionally(failure -> null);
            }
        }
        if (number == 0 && requested) {
            begin(next);
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

    private void begin(long next) {
        number = next;
        requested = false;
        acked = false;
        stored = null;
        told = false;
        parts.clear();
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
            mark.add(number, marks[input]);
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

    /** Passes on what was lost of the marks. */
    void lost(LongConsumer roots) {
        inputs.forEach(sender -> sender.lost(roots));
    }

    private void store() {
        parts.sort(Comparator.comparing(Manifest.Part::task).thenComparingInt(Manifest.Part::slot));
        SortedMap<TaskName, Long> all = Checkpoint.plus(skippedBefore, skipped);
        boolean last = parts.stream().filter(part -> part.reader() != null).allMatch(Manifest.Part::ended);
        long meant = number;
        store.ask(
                Manifest.write(documents, job, new Manifest(meant, all, parts)),
                hash -> stored = new AckedCheckpoint(fence, meant, hash, last, all));
    }

    /** Whether a checkpoint is in progress. */
    boolean isOpen() {
        return number != 0;
    }
}
