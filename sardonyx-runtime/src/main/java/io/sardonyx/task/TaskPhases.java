package io.sardonyx.task;

import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.function.CallProgress;
import io.sardonyx.function.Results;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.serial.Codecs;
import io.sardonyx.task.input.BatchSource;
import io.sardonyx.task.input.PendingRoots;
import io.sardonyx.task.input.TaskOrders;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The phases through which a task takes its batches: read batch, tag, apply function, build segments, write batch, ack.
 *
 * <p>A batch may stop on its way, because a segment is tried again later or an output has no room; then the next turn
 * goes on where this one stopped.
 */
final class TaskPhases {

    /** What is outside of it. */
    interface Surroundings {

        /** The phase it is in from now on, or the next call in the same. */
        void enter(Phase phase);

        CallProgress progress();

        BatchSource source(TaskResources gear, AckValues emission, PendingRoots.Poison poison);

        /** Its channels under these orders; those it has, if the fence is the same. */
        TaskChannels wiring(TaskOrders orders, Codecs codecs);
    }

    private final TaskDefinition plan;
    private final CatalogEntry entry;
    private final TaskResources gear;
    private final Lifecycles companions;
    private final Surroundings surroundings;
    private final AckValues emission;
    private final BatchSource source;
    private final FailureHandler troubles;
    private final Router dispatch;
    private final TurnBudget pace;
    private final SegmentRootPhases singles;
    private final Results results = new Results();
    private final RunHeartbeat heartbeat;

    private @Nullable TaskOrders orders;
    private @Nullable Batch batch;
    private int run;
    private int index;
    private boolean inRun;
    private boolean singly;
    private boolean applied;
    private boolean failed;
    private boolean inputFull;
    private boolean overdue;
    /* Whether the results of the run so far are to be handed over before it goes on. */
    private boolean large;
    private long taken;
    private long batches;

    TaskPhases(TaskDefinition plan, TaskResources gear, Lifecycles companions, Surroundings surroundings, ProcessResources workshop) {
        this.plan = plan;
        this.entry = plan.entry();
        this.gear = gear;
        this.companions = companions;
        this.surroundings = surroundings;
        this.emission = new AckValues(workshop.seeds().getAsLong());
        this.pace = new TurnBudget(workshop.clock(), surroundings.progress());
        this.troubles = new FailureHandler(entry, plan.job().before(entry.name()), companions, workshop.secrets());
        this.dispatch = new Router(plan.index(), gear.flow(), emission, troubles, surroundings.progress());
        this.heartbeat = new RunHeartbeat(plan.shortestPending());
        this.source = surroundings.source(gear, emission, troubles);
        this.singles = new SegmentRootPhases(gear, dispatch, pace, companions.isEmpty() && !entry.batch());
        results.recordSources(gear.flow() != null && gear.flow().decides());
    }

    /** With a new fence everything on its way is left behind; its roots are emitted again. */
    void follow(TaskOrders latest) {
        TaskOrders former = orders;
        orders = latest;
        if (former != null && former.fence() == latest.fence()) {
            source.follow(latest);
            return;
        }
        batch = null;
        inRun = false;
        results.clear();
        singles.forget();
        troubles.forget();
        TaskChannels wiring = surroundings.wiring(latest, gear.codecs());
        source.follow(latest, wiring);
        List<TaskRoute> edges = wiring.edges(emission, entry.tuning().batchSize(), gear.keys());
        dispatch.follow(edges, wiring.ackDesk(source.own()));
        if (gear.output() != null) {
            gear.output().follow();
        }
    }

    /** Sends what had no room before. */
    boolean send(long nowNanos) throws Exception {
        boolean settled = gear.output() != null && gear.output().settle(dispatch.acks(), nowNanos);
        if (heartbeat.isDue(nowNanos)) {
            heartbeat.beat(batch, run, dispatch, gear.output());
        }
        return dispatch.send() || settled;
    }

    boolean tend(long nowNanos) throws Exception {
        troubles.checkPoison();
        return source.tend(nowNanos);
    }

    /** Sends all there is, full or not, because nothing more comes now. */
    boolean flush(long nowNanos) throws Exception {
        boolean sent = send(nowNanos);
        return dispatch.emitter().flush() || sent;
    }

    boolean isClear() {
        return dispatch.isClear();
    }

    boolean hasProgressed(long nowNanos) {
        return source.hasProgressed(nowNanos);
    }

    /** Takes one batch through all phases; false when there is none, or it cannot go on yet. */
    boolean batch(long nowNanos) throws Exception {
        Batch current = batch;
        boolean resumed = current != null;
        if (current == null) {
            overdue = pace.isOverdue(nowNanos);
            current = overdue ? null : readBatch(nowNanos);
            if (current == null) {
                return false;
            }
        }
        if (isForSingles(current, resumed)) {
            int before = run;
            run = singles.run(current, run, nowNanos);
            taken += run - before;
            index = run;
            if (run < current.runs() && !singles.hasStopped()) {
                return false;
            }
        }
        while (run < current.runs()) {
            if (!finishRun(current, nowNanos)) {
                return false;
            }
            run++;
        }
        batch = null;
        batches++;
        companions.closed(surroundings);
        return true;
    }

    /** Not if a run was begun by itself, or the input has abandoned some since an earlier turn began the batch. */
    private boolean isForSingles(Batch current, boolean resumed) {
        if (inRun || !singles.mayTake(current) || singles.hasStopped()) {
            return false;
        }
        boolean abandoned = false;
        for (int i = run; resumed && !singles.isWriting() && i < current.runs(); i++) {
            abandoned |= source.isAbandoned(current.root(i));
        }
        return !abandoned;
    }

    private @Nullable Batch readBatch(long nowNanos) throws Exception {
        surroundings.enter(Phase.READ);
        Batch next = source.next(nowNanos);
        if (next != null) {
            batch = next;
            run = 0;
            index = 0;
            singles.begin();
            companions.opened(next, surroundings);
        }
        return next;
    }

    private boolean finishRun(Batch current, long nowNanos) throws Exception {
        if (!inRun) {
            begin(current);
        }
        if (source.isAbandoned(current.root(run))) {
            giveUp(current);
        }
        if (!applied && !applyFunction(current, nowNanos)) {
            return false;
        }
        if (failed) {
            dispatch.fail();
        } else if (!writeBatch(current)) {
            return false;
        }
        results.clear();
        inRun = false;
        return true;
    }

    /** The input has abandoned the root: nobody works on the rest of the run. */
    private void giveUp(Batch current) {
        failed = true;
        applied = true;
        index = current.end(run);
        troubles.forget();
        if (gear.output() != null) {
            gear.output().dropRun();
        }
    }

    private void begin(Batch current) throws Exception {
        inRun = true;
        singly = false;
        applied = false;
        failed = false;
        large = false;
        dispatch.begin(current, run);
        if (current.size() == 1 && current.segments()[0] instanceof PoisonSegment letter) {
            dispatch.deadLetter(letter.segment(), letter.cause());
            index = current.end(run);
        }
    }

    /** All segments of the run through the function; false when one of them is to be tried again later. */
    private boolean applyFunction(Batch current, long nowNanos) throws Exception {
        surroundings.enter(Phase.APPLY);
        int end = current.end(run);
        while (index < end) {
            if (pace.isOverdue(nowNanos) || troubles.isWaiting(nowNanos) || large && !handOver(current)) {
                return false;
            }
            int reached = pace.apply(gear.function(), current.segments(), index, singly ? index + 1 : end, results);
            if (reached > index) {
                troubles.forget();
            }
            taken += reached - index;
            weigh(current, reached - index);
            index = reached;
            if (results.failure() == null ? pace.hasLeft() : !recover(current, end, nowNanos)) {
                return false;
            }
        }
        applied = true;
        companions.applied(results, surroundings);
        return true;
    }

    /** Results that are large are handed over before the run is at its end, if nobody wants to see them together. */
    private void weigh(Batch current, int count) {
        long bytes = dispatch.weigh(results, gear.function(), current);
        pace.weigh(count, bytes);
        large = bytes >= ChannelLimits.BYTES_PER_BATCH && companions.isEmpty();
    }

    /** Hands over what there is of a run, before it goes on; false when there is no room for more yet. */
    private boolean handOver(Batch current) throws Exception {
        OutputWriter output = gear.output();
        if (output == null) {
            dispatch.give(results, current);
        } else if (!output.write(results, dispatch)) {
            return false;
        }
        results.clear();
        large = false;
        return dispatch.isClear();
    }

    /** What becomes of the segment that failed; whether to go on now. */
    private boolean recover(Batch current, int end, long nowNanos) throws Exception {
        Throwable failure = results.takeFailure();
        if (entry.batch() && !singly && end - index > 1) {
            singly = true;
            return true;
        }
        Router.Fate fate = dispatch.failed(current.segments()[index], failure, nowNanos);
        if (fate == Router.Fate.DONE) {
            taken++;
            index++;
        } else if (fate == Router.Fate.RETRY) {
            failed = true;
            index = end;
        }
        return fate != Router.Fate.WAIT;
    }

    /** Hands over what the run gave and acks it; false when an output has no room yet. */
    private boolean writeBatch(Batch current) throws Exception {
        surroundings.enter(Phase.WRITE);
        OutputWriter output = gear.output();
        if (output == null) {
            dispatch.give(results, current);
            dispatch.ack(current.value(run));
        } else if (!output.write(results, dispatch)) {
            return false;
        } else {
            dispatch.tellSkipped();
            output.endRun(current.root(run), current.value(run));
        }
        return true;
    }

    /**
     * How long the task may go without a turn after one that did nothing, unless it is told of something: an arrival,
     * room behind it, an answer.
     */
    long restNanos(long nowNanos) {
        if (overdue) {
            return 0;
        }
        OutputWriter output = gear.output();
        boolean inHand = output != null || batch != null || !dispatch.emitter().isEmpty();
        long rest = inHand ? heartbeat.restNanos(nowNanos) : Long.MAX_VALUE;
        if (output != null) {
            rest = Math.min(rest, output.restNanos(nowNanos));
        }
        if (batch == null) {
            return Math.min(rest, source.restNanos(nowNanos));
        }
        if (!isClear()) {
            return rest;
        }
        if (troubles.isWaiting(nowNanos)) {
            return Math.min(rest, troubles.waitNanos(nowNanos));
        }
        return output != null && output.isFull() ? rest : 0;
    }

    /** Whether it has stopped within a batch. */
    boolean isWithinBatch() {
        return batch != null;
    }

    /** Sees how much waits for it, before it takes any. */
    void look() {
        inputFull = source.isFull();
    }

    TaskStats stats() {
        return new TaskStats(
                plan.self(),
                taken,
                gear.output() == null ? dispatch.emitted() : gear.output().taken(),
                batches,
                troubles.skipped(),
                source.openRoots(),
                source.replays(),
                source.extent(),
                inputFull,
                !isClear() || batch != null && gear.output() != null,
                gear.output() == null ? source.waiting() : gear.output().waiting(),
                false);
    }

    /** Tells the roots of all that it has taken and not handed on as lost. */
    void lose() {
        if (orders == null) {
            return;
        }
        LongConsumer losing = dispatch.acks().losing();
        for (int lost = run; batch != null && lost < batch.runs(); lost++) {
            losing.accept(batch.root(lost));
        }
        if (gear.output() != null) {
            gear.output().lose(losing);
        }
        dispatch.abandon(losing);
    }
}
