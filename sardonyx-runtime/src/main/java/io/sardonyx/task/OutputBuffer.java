package io.sardonyx.task;

import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.function.Results;
import io.sardonyx.serial.BadSegment;
import io.sardonyx.task.output.UnsendableHandler;
import io.sardonyx.value.TaskName;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Output buffer towards one downstream peer: the batch being filled, and a queue of full batches that the channel had
 * no room for.
 *
 * <p>The queue is bounded indirectly: a task takes no batch while any of its buffers has a queue (back-pressure).
 * Confined to the thread of the task's turn.
 */
final class OutputBuffer {

    /** Most segments that are picked before they are added. */
    static final int MOST_PICKS = 512;

    /** Results from which on it is worth to hand their array on. */
    private static final int FEW = 64;

    private final TaskName to;
    private final ChannelSender<Batch> sender;
    private final AckValues ackValues;
    private final int batchSize;
    /* Segments of any roots that travel in one batch. */
    private final int together;
    private final ArrayDeque<Batch> waiting = new ArrayDeque<>();
    private final int[] picks = new int[MOST_PICKS];
    private int picked;
    private @Nullable Batch open;
    /* Index in the open batch at which the present run starts. */
    private int runStart;
    /* Sizes of the last batch, to allocate the next. */
    private int usualRuns = 1;
    private int usualSize = 1;

    /**
     * @param batchSize most segments of one run, which a function gets at once
     * @param together how many segments of any roots travel in one batch
     */
    OutputBuffer(TaskName to, ChannelSender<Batch> sender, AckValues ackValues, int batchSize, int together) {
        this.to = to;
        this.sender = sender;
        this.ackValues = ackValues;
        this.batchSize = batchSize;
        this.together = together;
    }

    /** Adds a segment of the present root, and sends the batch if it is full. */
    void add(Object segment) throws UnsendableSegment {
        Batch batch = opened();
        try {
            batch.add(segment, ackValues.bytesEach());
        } catch (BadSegment e) {
            throw UnsendableSegment.withoutBytes(to, e);
        }
        shipIfFull(batch);
    }

    /** Adds a segment as a run with the root, ack value and origin of a run of another batch. */
    void add(Object segment, Batch from, int run) throws UnsendableSegment {
        Batch batch = opened();
        try {
            batch.add(segment, ackValues.bytesEach());
        } catch (BadSegment e) {
            throw UnsendableSegment.withoutBytes(to, e);
        }
        batch.endRun(from.root(run), from.value(run), from.origin(run));
        runStart = batch.size();
        if (batch.isFull()) {
            ship(batch);
        }
    }

    /**
     * Takes over the results and the runs of a batch, of which each has one; false when another batch is open, these
     * are too few to be worth it or too many, or they have to be serialized.
     */
    boolean addAll(Results results, Batch from) {
        int count = results.size();
        if (open != null || !sender.isNear() || count < FEW || count > Math.min(together, sender.batchLimit())) {
            return false;
        }
        long bytes = count * ackValues.bytesEach();
        if (bytes > ChannelLimits.BYTES_PER_BATCH) {
            return false;
        }
        Batch batch = from.with(results.take(), together, bytes);
        open = batch;
        runStart = count;
        if (batch.isFull()) {
            ship(batch);
        }
        return true;
    }

    /** Adds segments; returns how many were refused because they cannot be serialized. */
    int add(Object[] segments, int from, int end, UnsendableHandler refusal) throws Exception {
        return add(segments, null, from, end, refusal);
    }

    /** Marks the segment at an index to be added; at most {@value #MOST_PICKS} before {@link #addPicked}. */
    void pick(int index) {
        picks[picked++] = index;
    }

    /** Adds the picked segments; returns how many were refused. */
    int addPicked(Object[] segments, UnsendableHandler refusal) throws Exception {
        int end = picked;
        picked = 0;
        return add(segments, picks, 0, end, refusal);
    }

    private int add(Object[] segments, int @Nullable [] indexes, int from, int end, UnsendableHandler refusal)
            throws Exception {
        int refused = 0;
        int next = from;
        while (next < end) {
            Batch batch = opened();
            try {
                int stop = Math.min(end, next + roomInRun(batch));
                next = batch.add(segments, indexes, next, stop, ackValues.bytesEach());
            } catch (BadSegment e) {
                refusal.refuse(segments[indexes == null ? next : indexes[next]], UnsendableSegment.withoutBytes(to, e));
                refused++;
                next++;
                continue;
            }
            shipIfFull(batch);
        }
        return refused;
    }

    /**
     * Room in the present run: batches are merged to travel together, but no function gets more than its batch size of
     * one root.
     */
    private int roomInRun(Batch batch) {
        return batchSize - (batch.size() - runStart);
    }

    private void shipIfFull(Batch batch) {
        if (batch.isFull()) {
            ship(batch);
        } else if (roomInRun(batch) == 0) {
            endRun();
        }
    }

    private Batch opened() {
        Batch batch = open;
        if (batch == null) {
            batch = sender.blank(Math.min(together, sender.batchLimit()), usualSize, usualRuns);
            open = batch;
            runStart = 0;
        }
        return batch;
    }

    /** Ends a run: segments added since the last one belong to the present root and get an ack value of their own. */
    void endRun() {
        Batch batch = open;
        if (batch != null && batch.size() > runStart) {
            batch.endRun(ackValues.root(), ackValues.give(), ackValues.origin());
            runStart = batch.size();
        }
    }

    /** Hands the full batch to the channel; behind queued ones, so that order is kept. */
    private void ship(Batch batch) {
        endRun();
        usualRuns = batch.runs();
        usualSize = batch.size();
        open = null;
        if (!waiting.isEmpty() || !sender.offer(batch)) {
            waiting.add(batch);
        }
    }

    /** Sends a mark behind all that was added before, and returns its value. */
    long mark(long number) {
        Batch last = open;
        if (last != null) {
            ship(last);
        }
        long value = ackValues.fresh();
        Batch mark = sender.blank(1, 1, 1);
        mark.endRun(number, value, null);
        if (!waiting.isEmpty() || !sender.offer(mark)) {
            waiting.add(mark);
        }
        return value;
    }

    /** Whether the peer is in the same process. */
    boolean isNear() {
        return sender.isNear();
    }

    /** Whether no full batch is queued. */
    boolean isClear() {
        return waiting.isEmpty();
    }

    /** Whether neither a full nor a partly filled batch is left. */
    boolean isEmpty() {
        return waiting.isEmpty() && open == null;
    }

    /** Retries queued batches in order; whether any was sent. */
    boolean send() {
        boolean sent = false;
        for (Batch batch = waiting.peek(); batch != null && sender.offer(batch); batch = waiting.peek()) {
            waiting.remove();
            sent = true;
        }
        return sent;
    }

    /** Sends the partly filled batch, because no more segments come for now; the same root may go on in another run. */
    boolean flush() {
        endRun();
        Batch batch = open;
        if (batch == null || !waiting.isEmpty() || !sender.offer(batch)) {
            return false;
        }
        usualRuns = batch.runs();
        usualSize = batch.size();
        open = null;
        return true;
    }

    /** Passes on the roots of buffered segments. */
    void held(LongConsumer roots) {
        waiting.forEach(batch -> tell(batch, roots));
        if (open != null) {
            tell(open, roots);
        }
    }

    private static void tell(Batch batch, LongConsumer roots) {
        for (int run = 0; run < batch.runs(); run++) {
            roots.accept(batch.root(run));
        }
    }

    /** Passes on the roots of batches that were sent and may have been lost in the channel. */
    void lost(LongConsumer roots) {
        sender.lost(roots);
    }
}
