package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.SegmentSize;
import io.sardonyx.function.Results;
import io.sardonyx.function.SegmentFunction;
import io.sardonyx.table.CombiningTable;
import io.sardonyx.table.PartialTotals;
import io.sardonyx.task.output.UnsendableHandler;
import io.sardonyx.value.TaskName;

/**
 * Route to a downstream task whose totals are combined: calls its function here, adds up by key, and sends partial
 * totals when {@link #drain}ed.
 *
 * <p>A segment for which the function throws is sent as it is, so that the downstream task applies its error policy. If
 * the function reads a total, nothing is combined any more: only the owner of the key has it.
 */
final class CombiningRoute implements TaskRoute {

    /** The function of a downstream task, bound to a table that adds up its totals. */
    record Combining(SegmentFunction function, CombiningTable table) {}

    /** Segments that are added before it is looked whether the table is full. */
    private static final int TOGETHER = 256;
    /** Estimated bytes of partial totals on the heap, without their key. */
    private static final int PARTIAL_BYTES = 96;

    private final KeyedRoute keyed;
    private final SegmentFunction function;
    private final CombiningTable table;
    private final AckValues ackValues;
    private final CallProgress progress;
    /* Always empty but for a failure, as the function gives nothing. */
    private final Results results = new Results();
    private boolean combines = true;
    private UnsendableHandler unsendable = (segment, why) -> {
        throw why;
    };

    CombiningRoute(KeyedRoute keyed, Combining combining, AckValues ackValues, CallProgress progress) {
        this.keyed = keyed;
        this.function = combining.function();
        this.table = combining.table();
        this.ackValues = ackValues;
        this.progress = progress;
        table.clear(); // what was added under another fence comes again
    }

    /** Sets who decides about totals that cannot be sent. */
    void onUnsendable(UnsendableHandler handler) {
        unsendable = handler;
    }

    @Override
    public TaskName to() {
        return keyed.to();
    }

    @Override
    public int route(Object[] segments, int from, int end, UnsendableHandler refusal) throws Exception {
        int refused = 0;
        int next = from;
        while (next < end && combines) {
            next = combine(segments, next, Math.min(end, next + TOGETHER));
            if (hasFailed()) {
                refused += keyed.routeEach(segments, next, next + 1, refusal) == 1 ? 0 : 1;
                next++;
            }
            if (isFull()) {
                drain();
            }
        }
        if (next == end) {
            return end - from - refused;
        }
        return next - from - refused + keyed.route(segments, next, end, refusal);
    }

    private int combine(Object[] segments, int from, int end) {
        progress.step();
        return function.apply(segments, from, end, results, progress);
    }

    /** Whether the function threw; if it reads totals, all that was added before goes ahead of the segment. */
    private boolean hasFailed() throws Exception {
        if (results.failure() == null) {
            return false;
        }
        if (results.takeFailure() instanceof CombiningTable.ReadTotal) {
            combines = false;
            drain();
        }
        return true;
    }

    /** Whether totals wait to be sent. */
    boolean isEmpty() {
        return table.size() == 0;
    }

    /** Whether so many wait that they are to be sent now. */
    boolean isFull() {
        return table.isFull();
    }

    /** Sends what was added up, under the present root. */
    void drain() throws Exception {
        long each = ackValues.bytesEach();
        for (int row = 0; row < table.size(); row++) {
            PartialTotals totals = table.totals(row);
            if (totals != null) {
                ackValues.weigh(PARTIAL_BYTES + SegmentSize.of(totals.key()));
                try {
                    keyed.buffer(table.hash(row)).add(totals);
                } catch (UnsendableSegment e) {
                    unsendable.refuse(totals.key(), e);
                }
            }
        }
        table.clear();
        ackValues.weigh(each);
    }

    @Override
    public void route(Object segment) throws Exception {
        var one = new Object[] {segment};
        if (!combines || combine(one, 0, 1) == 0 && hasFailed()) {
            keyed.route(segment);
        }
    }

    @Override
    public void route(Object segment, Batch batch, int run) throws UnsendableSegment {
        throw new IllegalStateException("a run is not handed on where totals are combined");
    }

    @Override
    public OutputBuffer[] buffers() {
        return keyed.buffers();
    }
}
