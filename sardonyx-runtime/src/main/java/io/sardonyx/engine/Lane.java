package io.sardonyx.engine;

import io.sardonyx.exchange.Batch;
import io.sardonyx.exchange.BatchOutlet;
import io.sardonyx.segment.BadSegment;
import io.sardonyx.value.TaskName;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The way to one peer: the batch that is being filled, and those for which it has no room yet. */
final class Lane {

    private final TaskName to;
    private final BatchOutlet outlet;
    private final Emission emission;
    private final int batchSize;
    private final ArrayDeque<Batch> waiting = new ArrayDeque<>();
    private @Nullable Batch open;
    private int runStart;
    private int usualRuns = 1;

    Lane(TaskName to, BatchOutlet outlet, Emission emission, int batchSize) {
        this.to = to;
        this.outlet = outlet;
        this.emission = emission;
        this.batchSize = batchSize;
    }

    /** @param index of the segment among those that are to be sent */
    void add(Object segment, int index) throws Unsendable {
        Batch batch = opened();
        try {
            batch.add(segment);
        } catch (BadSegment e) {
            throw Unsendable.withoutBytes(to, index, e);
        }
        shipIfFull(batch);
    }

    void add(Object[] segments, int from, int end) throws Unsendable {
        if (end - from == 1) {
            add(segments[from], from);
            return;
        }
        int next = from;
        while (next < end) {
            Batch batch = opened();
            try {
                next = batch.add(segments, next, Math.min(end, next + roomInRun(batch)));
            } catch (BadSegment e) {
                throw Unsendable.withoutBytes(to, next, e);
            }
            shipIfFull(batch);
        }
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
            batch = outlet.blank(batchSize, usualRuns);
            open = batch;
            runStart = 0;
        }
        return batch;
    }

    /** What was added since the last run is a run of the present root. */
    void endRun() {
        Batch batch = open;
        if (batch != null && batch.size() > runStart) {
            batch.endRun(emission.root(), emission.give(), emission.origin());
            runStart = batch.size();
        }
    }

    private void ship(Batch batch) {
        endRun();
        usualRuns = batch.runs();
        open = null;
        if (!waiting.isEmpty() || !outlet.offer(batch)) {
            waiting.add(batch);
        }
    }

    /** Whether it leads to a peer of the same process. */
    boolean isNear() {
        return outlet.isNear();
    }

    /** Whether all full batches are on their way. */
    boolean isClear() {
        return waiting.isEmpty();
    }

    /** Tries again what had no room; whether something went. */
    boolean send() {
        boolean sent = false;
        for (Batch batch = waiting.peek(); batch != null && outlet.offer(batch); batch = waiting.peek()) {
            waiting.remove();
            sent = true;
        }
        return sent;
    }

    /** Sends the batch that is not full yet, because there is nothing more to put in for now; a run may go on later. */
    boolean flush() {
        endRun();
        Batch batch = open;
        if (batch == null || !waiting.isEmpty() || !outlet.offer(batch)) {
            return false;
        }
        open = null;
        return true;
    }

    /** Tells the roots of what was sent and may never arrive. */
    void lost(LongConsumer roots) {
        outlet.lost(roots);
    }

    void close() {
        outlet.close();
    }
}
