package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.SegmentSize;
import io.sardonyx.condition.Destination;
import io.sardonyx.condition.FailedCondition;
import io.sardonyx.condition.FlowConditions;
import io.sardonyx.function.Results;
import io.sardonyx.function.SegmentFunction;
import io.sardonyx.task.output.UnsendableHandler;
import io.sardonyx.value.TaskName;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Routes a task's results to its downstream tasks and its acks to the inputs; applies flow conditions and, to a segment
 * that fails, the error policy. A segment that cannot be sent fails alone, not with its batch.
 */
final class Router implements UnsendableHandler {

    /** What became of a failed segment. */
    enum Fate {
        /** It is retried later, by this task. */
        WAIT,
        /** Its root is failed, so that its input emits it again. */
        RETRY,
        /** It was sent elsewhere, made a dead letter or skipped. */
        DONE
    }

    private final int task;
    private final @Nullable FlowConditions flow;
    private final AckValues ackValues;
    private final FailureHandler failures;
    private final CallProgress progress;
    /* Routes, their buffers and the ack buffer belong to a fence; none before the first orders. */
    private TaskRoute[] routes = {};
    /* The routes that take segments by default, without a flow condition that decides. */
    private TaskRoute[] usual = {};
    private OutputBuffer[] buffers = {};
    /* The routes that add up totals before they send them. */
    private CombiningRoute[] combining = {};
    private @Nullable AckBuffer acks;
    /* Whether a run was begun and neither acked nor failed. */
    private boolean inRun;
    /* Segments emitted, counted once per downstream task, over all fences. */
    private long emitted;
    /* Skipped segments before the present run, so that only those of the run are reported with its ack. */
    private long skippedBefore;

    /** @param task index of this task in the job's catalog */
    Router(
            int task,
            @Nullable FlowConditions flow,
            AckValues ackValues,
            FailureHandler failures,
            CallProgress progress) {
        this.task = task;
        this.flow = flow;
        this.ackValues = ackValues;
        this.failures = failures;
        this.progress = progress;
    }

    /** Replaces the routes and the ack buffer at a new fence; what the old ones held is dropped. */
    void follow(List<TaskRoute> edges, AckBuffer toInputs) {
        routes = edges.toArray(TaskRoute[]::new);
        usual = IntStream.range(0, routes.length)
                .filter(i -> flow == null || flow.isUsual(i))
                .mapToObj(i -> routes[i])
                .toArray(TaskRoute[]::new);
        buffers = edges.stream().flatMap(edge -> Arrays.stream(edge.buffers())).toArray(OutputBuffer[]::new);
        combining = edges.stream()
                .filter(CombiningRoute.class::isInstance)
                .map(CombiningRoute.class::cast)
                .toArray(CombiningRoute[]::new);
        for (CombiningRoute route : combining) {
            route.onUnsendable(this);
        }
        acks = toInputs;
        inRun = false;
    }

    AckBuffer acks() {
        return Objects.requireNonNull(acks, "orders come first");
    }

    /** Retries what had no room, after reporting what was lost in channels; whether anything was sent. */
    boolean send() {
        for (OutputBuffer buffer : buffers) {
            buffer.lost(acks().losing());
        }
        boolean sent = acks().send();
        for (OutputBuffer buffer : buffers) {
            sent |= buffer.send();
        }
        return sent;
    }

    /** Sends partly filled batches as well; whether any was sent. */
    boolean flush() throws Exception {
        drain();
        boolean sent = false;
        for (OutputBuffer buffer : buffers) {
            sent |= buffer.flush();
        }
        return sent;
    }

    /** Emits what routes have added up, as a part of the present run or, outside of any, as one of the same root. */
    private void drain() throws Exception {
        for (CombiningRoute route : combining) {
            if (route.isEmpty()) {
                continue;
            }
            if (inRun) {
                route.drain();
            } else {
                ackValues.begin(ackValues.root(), null);
                route.drain();
                acks().ack(ackValues.root(), endRun());
            }
        }
    }

    /** Whether neither acks nor batches wait for room; otherwise the task must not take more (back-pressure). */
    boolean isClear() {
        return acks().isClear() && hasRoom();
    }

    /** Whether no full batch waits for room in a channel. */
    boolean hasRoom() {
        for (OutputBuffer buffer : buffers) {
            if (!buffer.isClear()) {
                return false;
            }
        }
        return true;
    }

    /** Whether all buffers are empty, partly filled batches included. */
    boolean isEmpty() {
        for (OutputBuffer buffer : buffers) {
            if (!buffer.isEmpty()) {
                return false;
            }
        }
        for (CombiningRoute route : combining) {
            if (!route.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Passes on the roots of segments that are buffered here, and not sent. */
    void held(LongConsumer roots) {
        for (OutputBuffer buffer : buffers) {
            buffer.held(roots);
        }
    }

    /** Number of segments emitted so far, counted once per downstream task, over all fences. */
    long emitted() {
        return emitted;
    }

    /**
     * Estimated heap size in bytes of the results. Segments that the function passes through keep the estimate of their
     * batch; others are sampled.
     */
    long weigh(Results results, SegmentFunction function, Batch batch) {
        int count = results.size();
        if (count == 0) {
            return 0;
        }
        boolean known = batch.heapBytes() > 0 && function.givesWhatItTakes();
        long each = known ? batch.heapBytes() / batch.size() : SegmentSize.of(results.items(), null, 0, count) / count;
        ackValues.weigh(each);
        return each * count;
    }

    /** Starts a run of a batch. */
    void begin(Batch batch, int run) {
        inRun = true;
        ackValues.begin(batch.root(run), batch.origin(run));
        skippedBefore = failures.skipped();
    }

    /** Ends the run and acks it: the xor of the value received and of all values sent on. */
    void ack(long value) throws Exception {
        for (CombiningRoute route : combining) {
            if (route.isFull()) {
                route.drain();
            }
        }
        tellSkipped();
        acks().ack(ackValues.root(), value ^ endRun());
        inRun = false;
    }

    /** Reports the segments skipped in the run; before its ack, since the root may be done with that. */
    void tellSkipped() {
        if (failures.skipped() > skippedBefore) {
            acks().skip(ackValues.root(), task, failures.skipped() - skippedBefore);
        }
    }

    /** Fails the run's root, so that its input emits it again. */
    void fail() {
        acks().fail(ackValues.root());
        endRun();
        inRun = false;
    }

    /** Ends the run of the present root in all buffers; the xor of all values given for it, for its ack. */
    long endRun() {
        for (OutputBuffer buffer : buffers) {
            buffer.endRun();
        }
        return ackValues.given();
    }

    /** Sends the mark of a checkpoint to every downstream peer, behind all else; the xor of the marks' values. */
    long mark(long number) throws Exception {
        drain();
        long values = 0;
        for (OutputBuffer buffer : buffers) {
            values ^= buffer.mark(number);
        }
        return values;
    }

    /** Emits results to the default routes. */
    void give(Results results, int from, int to) throws Exception {
        Object[] segments = results.items();
        for (TaskRoute route : usual) {
            emitted += route.route(segments, from, to, this);
        }
    }

    /**
     * Emits the results of runs of one segment each to the default routes, and acks the runs. A run with one result
     * hands its ack value on with it, so that there is nothing to ack.
     *
     * @see AckValues
     */
    void giveEach(Results results, Batch batch, int from, int to) throws Exception {
        TaskRoute only = usual.length == 1 && combining.length == 0 ? usual[0] : null;
        if (only != null && only.routeAll(results, batch, from, to)) {
            emitted += to - from;
            return;
        }
        int[] sources = results.sources();
        int size = results.size();
        int next = 0;
        for (int run = from; run < to; run++) {
            int first = next;
            while (next < size && sources[next] == run) {
                next++;
            }
            if (next == first) {
                acks().ack(batch.root(run), batch.value(run));
            } else if (next > first + 1 || only == null || !handOn(results.items()[first], only, batch, run)) {
                begin(batch, run);
                give(results, first, next);
                ack(batch.value(run));
            }
        }
    }

    /** Emits the only result of a run under the run's own ack value; false if it cannot be sent. */
    private boolean handOn(Object segment, TaskRoute route, Batch batch, int run) {
        try {
            route.route(segment, batch, run);
            emitted++;
            return true;
        } catch (UnsendableSegment e) {
            return false;
        }
    }

    /** Emits the results of a run: each where flow conditions send it, else to the default routes. */
    void give(Results results, Batch batch) throws Exception {
        FlowConditions rules = flow;
        if (rules == null || !rules.decides()) {
            give(results, 0, results.size());
            return;
        }
        for (int i = 0; i < results.size(); i++) {
            progress.step();
            Object input = batch.segments()[results.sources()[i]];
            Object output = results.items()[i];
            try {
                emit(rules.route(input, output, siblings(rules, results, i)));
            } catch (FailedCondition e) {
                refuse(output, e);
            }
        }
    }

    /** Emits a segment to the routes that a flow condition chose. */
    private void emit(Destination destination) throws Exception {
        for (int i = 0; i < routes.length; i++) {
            if (destination.goesTo(i)) {
                try {
                    routes[i].route(destination.segment());
                    emitted++;
                } catch (UnsendableSegment e) {
                    refuse(destination.segment(), e);
                }
            }
        }
    }

    /** Emits a segment to one downstream task, whether it is a default route or not. */
    void emitTo(TaskName downstream, Object segment) throws Exception {
        for (TaskRoute route : routes) {
            if (route.to().equals(downstream)) {
                route.route(segment);
                emitted++;
            }
        }
    }

    /** All results for the same input segment, if a predicate looks at them; results of one input are adjacent. */
    private static List<Object> siblings(FlowConditions rules, Results results, int index) {
        if (!rules.looksAtPassages()) {
            return List.of();
        }
        int[] sources = results.sources();
        int from = index;
        int to = index + 1;
        while (from > 0 && sources[from - 1] == sources[index]) {
            from--;
        }
        while (to < results.size() && sources[to] == sources[index]) {
            to++;
        }
        return Arrays.asList(results.items()).subList(from, to);
    }

    /**
     * Handles a segment for which the function threw: flow conditions for exceptions first, then lifecycles and the
     * error policy.
     */
    Fate failed(Object segment, Throwable failure, long nowNanos) throws Exception {
        progress.step();
        Destination route;
        try {
            route = flow == null ? null : flow.onException(segment, failure);
        } catch (FailedCondition e) {
            e.addSuppressed(failure);
            return judged(segment, e, nowNanos);
        }
        if (route == null) {
            return judged(segment, failure, nowNanos);
        }
        failures.forget();
        if (route.isRetry()) {
            return Fate.RETRY;
        }
        ackValues.weigh(SegmentSize.of(route.segment()));
        emit(route);
        return Fate.DONE;
    }

    private Fate judged(Object segment, Throwable failure, long nowNanos) throws Exception {
        FailureHandler.Verdict verdict = failures.verdict(segment, ackValues.origin(), failure, nowNanos);
        if (verdict == FailureHandler.Verdict.DEAD_LETTER) {
            deadLetter(segment, failures.told(failure));
        }
        return verdict == FailureHandler.Verdict.WAIT ? Fate.WAIT : Fate.DONE;
    }

    @Override
    public void refuse(Object segment, Exception why) throws Exception {
        if (failures.refused(segment, ackValues.origin(), why) == FailureHandler.Verdict.DEAD_LETTER) {
            deadLetter(segment, failures.told(why));
        }
    }

    /** Emits a failed segment to the task for dead letters. */
    void deadLetter(Object segment, String cause) throws Exception {
        ackValues.weigh(SegmentSize.of(segment));
        failures.send(segment, cause, ackValues.origin(), this);
    }
}
