package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.SegmentSize;
import io.sardonyx.condition.Destination;
import io.sardonyx.condition.FailedCondition;
import io.sardonyx.condition.FlowConditions;
import io.sardonyx.function.Results;
import io.sardonyx.function.SegmentFunction;
import io.sardonyx.task.TaskRoute.UnsendableHandler;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
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
    /* Emitter and ack buffer belong to a fence; null before the first orders. */
    private @Nullable Emitter emitter;
    private @Nullable AckBuffer acks;
    /* Count of the emitters of earlier fences. */
    private long emittedBefore;
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
        emittedBefore = emitted();
        emitter = new Emitter(ackValues, edges, flow);
        acks = toInputs;
    }

    AckBuffer acks() {
        return Objects.requireNonNull(acks, "orders come first");
    }

    /** Retries what had no room, after reporting what was lost in channels; whether anything was sent. */
    boolean send() {
        emitter().lost(acks().losing());
        boolean sent = acks().send();
        return emitter().send() || sent;
    }

    /** Whether neither acks nor batches wait for room; otherwise the task must not take more (back-pressure). */
    boolean isClear() {
        return acks().isClear() && emitter().isClear();
    }

    Emitter emitter() {
        return Objects.requireNonNull(emitter, "orders come first");
    }

    /** Passes on the roots of buffered segments that will never be sent, because the task restarts. */
    void abandon(LongConsumer roots) {
        if (emitter != null) {
            emitter.abandon(roots);
        }
    }

    /** Number of segments emitted so far, counted once per downstream task, over all fences. */
    long emitted() {
        return emittedBefore + (emitter == null ? 0 : emitter.emitted());
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
        ackValues.begin(batch.root(run), batch.origin(run));
        skippedBefore = failures.skipped();
    }

    /** Ends the run and acks it: the xor of the value received and of all values sent on. */
    void ack(long value) {
        tellSkipped();
        acks().ack(ackValues.root(), value ^ emitter().endRun());
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
        emitter().endRun();
    }

    /** Emits results to the default routes. */
    void give(Results results, int from, int to) throws Exception {
        emitter().emit(results.items(), from, to, this);
    }

    /** Emits the results of a run: each where flow conditions send it, else to the default routes. */
    void give(Results results, Batch batch) throws Exception {
        FlowConditions rules = flow;
        if (rules == null || !rules.decides()) {
            emitter().emit(results.items(), 0, results.size(), this);
            return;
        }
        for (int i = 0; i < results.size(); i++) {
            progress.step();
            Object input = batch.segments()[results.sources()[i]];
            Object output = results.items()[i];
            try {
                emitter().emit(rules.route(input, output, siblings(rules, results, i)), this);
            } catch (FailedCondition e) {
                refuse(output, e);
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
        emitter().emit(route, this);
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
    void deadLetter(Object segment, String cause) throws UnsendableSegment {
        ackValues.weigh(SegmentSize.of(segment));
        failures.send(segment, cause, ackValues.origin(), emitter());
    }
}
