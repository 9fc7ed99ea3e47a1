package io.sardonyx.task;

import io.sardonyx.channel.Batch;
import io.sardonyx.channel.BatchSender;
import io.sardonyx.serial.BadSegment;
import io.sardonyx.task.TaskRoute.UnsendableHandler;
import io.sardonyx.value.TaskName;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The way to one peer: the batch that is being filled, and those for which it has no room yet. */
final class OutputBuffer {

    static final int MOST_PICKS = 512;

    private final TaskName to;
    private final BatchSender sender;
    private final AckValues ackValues;
    private final int batchSize;
    private final int together;
    private final ArrayDeque<Batch> waiting = new ArrayDeque<>();
    private final int[] picks = new int[MOST_PICKS];
    private int picked;
    private @Nullable Batch open;
    private int runStart;
    private int usualRuns = 1;
    private int usualSize = 1;

    /**
     * @param batchSize how many segments of one root are given to a function at once
     * @param together how many segments of any roots travel together
     */
    OutputBuffer(TaskName to, BatchSender sender, AckValues ackValues, int batchSize, int together) {
        this.to = to;
        this.sender = sender;
        this.ackValues = ackValues;
        this.batchSize = batchSize;
        this.together = together;
    }

    void add(Object segment) throws UnsendableSegment {
        Batch batch = opened();
        try {
            batch.add(segment, ackValues.bytesEach());
        } catch (BadSegment e) {
            throw UnsendableSegment.withoutBytes(to, e);
        }
        shipIfFull(batch);
    }

    /** Adds some; how many could not be. */
    int add(Object[] segments, int from, int end, UnsendableHandler refusal) throws Exception {
        return add(segments, null, from, end, refusal);
    }

    /** The segment at an index is to be added; no more than {@value #MOST_PICKS} before they are. */
    void pick(int index) {
        picks[picked++] = index;
    }

    /** Adds what was picked; how many could not be. */
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

    /** However much travels together, no function gets more than a batch of one root at a time. */
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
            batch = sender.blank(together, usualSize, usualRuns);
            open = batch;
            runStart = 0;
        }
        return batch;
    }

    /** What was added since the last run is a run of the present root. */
    void endRun() {
        Batch batch = open;
        if (batch != null && batch.size() > runStart) {
            batch.endRun(ackValues.root(), ackValues.give(), ackValues.origin());
            runStart = batch.size();
        }
    }

    private void ship(Batch batch) {
        endRun();
        usualRuns = batch.runs();
        usualSize = batch.size();
        open = null;
        if (!waiting.isEmpty() || !sender.offer(batch)) {
            waiting.add(batch);
        }
    }

    /** Whether it leads to a peer of the same process. */
    boolean isNear() {
        return sender.isNear();
    }

    /** Whether all full batches are on their way. */
    boolean isClear() {
        return waiting.isEmpty();
    }

    /** Whether nothing is left here, full or not. */
    boolean isEmpty() {
        return waiting.isEmpty() && open == null;
    }

    /** Tries again what had no room; whether something went. */
    boolean send() {
        boolean sent = false;
        for (Batch batch = waiting.peek(); batch != null && sender.offer(batch); batch = waiting.peek()) {
            waiting.remove();
            sent = true;
        }
        return sent;
    }

    /** Sends the batch that is not full yet, because there is nothing more to put in for now; a run may go on later. */
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

    /** Tells the roots of what was not sent yet. */
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

    /** Tells the roots of what was sent and may never arrive. */
    void lost(LongConsumer roots) {
        sender.lost(roots);
    }

    /** Tells the roots of what is here and is not going to be sent. */
    void abandon(LongConsumer roots) {
        waiting.forEach(batch -> abandon(batch, roots));
        if (open != null) {
            abandon(open, roots);
        }
    }

    private static void abandon(Batch batch, LongConsumer roots) {
        for (int run = 0; run < batch.runs(); run++) {
            roots.accept(batch.root(run));
        }
    }
}
