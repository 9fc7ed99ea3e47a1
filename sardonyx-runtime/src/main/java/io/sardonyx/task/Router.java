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
 * Sends what a task gives to the tasks behind it, and acks to inputs; what cannot be sent is a failure of that segment
 * alone.
 */
final class Router implements UnsendableHandler {

    /** What became of a segment that failed. */
    enum Fate {
        /** It is tried again later. */
        WAIT,
        /** Its root is to be emitted again. */
        RETRY,
        /** It was sent elsewhere, or left out. */
        DONE
    }

    private final int task;
    private final @Nullable FlowConditions flow;
    private final AckValues ackValues;
    private final FailureHandler failures;
    private final CallProgress progress;
    private @Nullable Emitter emitter;
    private @Nullable AckBuffer acks;
    private long emittedBefore;
    private long skippedBefore;

    /** @param task whose it is, by its index in the job's catalog */
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

    /** At a new fence there are other ways. */
    void follow(List<TaskRoute> edges, AckBuffer toInputs) {
        emittedBefore = emitted();
        emitter = new Emitter(ackValues, edges, flow);
        acks = toInputs;
    }

    AckBuffer acks() {
        return Objects.requireNonNull(acks, "orders come first");
    }

    /** Sends what had no room before; whether something went. */
    boolean send() {
        emitter().lost(acks().losing());
        boolean sent = acks().send();
        return emitter().send() || sent;
    }

    /** Whether nothing waits for room. */
    boolean isClear() {
        return acks().isClear() && emitter().isClear();
    }

    Emitter emitter() {
        return Objects.requireNonNull(emitter, "orders come first");
    }

    /** Tells the roots of what is not sent and is not going to be. */
    void abandon(LongConsumer roots) {
        if (emitter != null) {
            emitter.abandon(roots);
        }
    }

    /** How many segments were given so far, counted for each task they went to. */
    long emitted() {
        return emittedBefore + (emitter == null ? 0 : emitter.emitted());
    }

    /** About how many bytes of memory the results take that are given next; looked at only if they are new. */
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

    /** Begins with a run of a batch. */
    void begin(Batch batch, int run) {
        ackValues.begin(batch.root(run), batch.origin(run));
        skippedBefore = failures.skipped();
    }

    /** Acks all of the run, with what was left out of it. */
    void ack(long value) {
        tellSkipped();
        acks().ack(ackValues.root(), value ^ emitter().endRun());
    }

    /** What was left out of the run is told before all of it is acked. */
    void tellSkipped() {
        if (failures.skipped() > skippedBefore) {
            acks().skip(ackValues.root(), task, failures.skipped() - skippedBefore);
        }
    }

    /** The root of the run is to be emitted again. */
    void fail() {
        acks().fail(ackValues.root());
        emitter().endRun();
    }

    /** Sends some of what the function gave, where no condition says otherwise. */
    void give(Results results, int from, int to) throws Exception {
        emitter().emit(results.items(), from, to, this);
    }

    /** Sends what the function gave for a run of a batch. */
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

    /** All that was given for the same input, if anybody asks. */
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

    /** A segment for which the function threw: flow conditions come first, then lifecycles and the error policy. */
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

    /** Sends a segment that failed to whoever takes dead letters. */
    void deadLetter(Object segment, String cause) throws UnsendableSegment {
        ackValues.weigh(SegmentSize.of(segment));
        failures.send(segment, cause, ackValues.origin(), emitter());
    }
}
