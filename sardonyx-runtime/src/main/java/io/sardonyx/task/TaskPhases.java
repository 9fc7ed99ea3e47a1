package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.content.TaskStats;
import io.sardonyx.function.Results;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.serial.Codecs;
import io.sardonyx.task.input.BatchSource;
import io.sardonyx.task.input.PendingRoots;
import io.sardonyx.task.input.PoisonSegment;
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

        BatchSource source(TaskResources taskResources, AckValues ackValues, PendingRoots.Poison poison);

        /** Its channels under these orders; those it has, if the fence is the same. */
        TaskChannels channels(TaskOrders orders, Codecs codecs);
    }

    private final TaskDefinition plan;
    private final CatalogEntry entry;
    private final TaskResources taskResources;
    private final Lifecycles taskLifecycles;
    private final Surroundings surroundings;
    private final AckValues ackValues;
    private final BatchSource source;
    private final FailureHandler failures;
    private final Router router;
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

    TaskPhases(
            TaskDefinition plan,
            TaskResources taskResources,
            Lifecycles taskLifecycles,
            Surroundings surroundings,
            ProcessResources processResources) {
        this.plan = plan;
        this.entry = plan.entry();
        this.taskResources = taskResources;
        this.taskLifecycles = taskLifecycles;
        this.surroundings = surroundings;
        this.ackValues = new AckValues(processResources.seeds().getAsLong());
        this.pace = new TurnBudget(processResources.clock(), surroundings.progress());
        this.failures =
                new FailureHandler(entry, plan.job().before(entry.name()), taskLifecycles, processResources.secrets());
        this.router = new Router(plan.index(), taskResources.flow(), ackValues, failures, surroundings.progress());
        this.heartbeat = new RunHeartbeat(plan.shortestPending());
        this.source = surroundings.source(taskResources, ackValues, failures);
        this.singles = new SegmentRootPhases(taskResources, router, pace, taskLifecycles.isEmpty() && !entry.batch());
        results.recordSources(
                taskResources.flow() != null && taskResources.flow().decides());
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
        failures.forget();
        TaskChannels channels = surroundings.channels(latest, taskResources.codecs());
        source.follow(latest, channels);
        List<TaskRoute> edges = channels.edges(ackValues, entry.tuning().batchSize(), taskResources.keys());
        router.follow(edges, channels.ackDesk(source.own()));
        if (taskResources.output() != null) {
            taskResources.output().follow();
        }
    }

    /** Sends what had no room before. */
    boolean send(long nowNanos) throws Exception {
        boolean settled =
                taskResources.output() != null && taskResources.output().settle(router.acks(), nowNanos);
        if (heartbeat.isDue(nowNanos)) {
            heartbeat.beat(batch, run, router, taskResources.output());
        }
        return router.send() || settled;
    }

    boolean tend(long nowNanos) throws Exception {
        failures.checkPoison();
        return source.tend(nowNanos);
    }

    /** Sends all there is, full or not, because nothing more comes now. */
    boolean flush(long nowNanos) throws Exception {
        boolean sent = send(nowNanos);
        return router.emitter().flush() || sent;
    }

    boolean isClear() {
        return router.isClear();
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
        taskLifecycles.closed(surroundings);
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
            taskLifecycles.opened(next, surroundings);
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
            router.fail();
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
        failures.forget();
        if (taskResources.output() != null) {
            taskResources.output().dropRun();
        }
    }

    private void begin(Batch current) throws Exception {
        inRun = true;
        singly = false;
        applied = false;
        failed = false;
        large = false;
        router.begin(current, run);
        if (current.size() == 1 && current.segments()[0] instanceof PoisonSegment letter) {
            router.deadLetter(letter.segment(), letter.cause());
            index = current.end(run);
        }
    }

    /** All segments of the run through the function; false when one of them is to be tried again later. */
    private boolean applyFunction(Batch current, long nowNanos) throws Exception {
        surroundings.enter(Phase.APPLY);
        int end = current.end(run);
        while (index < end) {
            if (pace.isOverdue(nowNanos) || failures.isWaiting(nowNanos) || large && !handOver(current)) {
                return false;
            }
            int reached =
                    pace.apply(taskResources.function(), current.segments(), index, singly ? index + 1 : end, results);
            if (reached > index) {
                failures.forget();
            }
            taken += reached - index;
            weigh(current, reached - index);
            index = reached;
            if (results.failure() == null ? pace.hasLeft() : !recover(current, end, nowNanos)) {
                return false;
            }
        }
        applied = true;
        taskLifecycles.applied(results, surroundings);
        return true;
    }

    /** Results that are large are handed over before the run is at its end, if nobody wants to see them together. */
    private void weigh(Batch current, int count) {
        long bytes = router.weigh(results, taskResources.function(), current);
        pace.weigh(count, bytes);
        large = bytes >= ChannelLimits.BYTES_PER_BATCH && taskLifecycles.isEmpty();
    }

    /** Hands over what there is of a run, before it goes on; false when there is no room for more yet. */
    private boolean handOver(Batch current) throws Exception {
        OutputWriter output = taskResources.output();
        if (output == null) {
            router.give(results, current);
        } else if (!output.write(results, router)) {
            return false;
        }
        results.clear();
        large = false;
        return router.isClear();
    }

    /** What becomes of the segment that failed; whether to go on now. */
    private boolean recover(Batch current, int end, long nowNanos) throws Exception {
        Throwable failure = results.takeFailure();
        if (entry.batch() && !singly && end - index > 1) {
            singly = true;
            return true;
        }
        Router.Fate fate = router.failed(current.segments()[index], failure, nowNanos);
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
        OutputWriter output = taskResources.output();
        if (output == null) {
            router.give(results, current);
            router.ack(current.value(run));
        } else if (!output.write(results, router)) {
            return false;
        } else {
            router.tellSkipped();
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
        OutputWriter output = taskResources.output();
        boolean inHand = output != null || batch != null || !router.emitter().isEmpty();
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
        if (failures.isWaiting(nowNanos)) {
            return Math.min(rest, failures.waitNanos(nowNanos));
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
                taskResources.output() == null
                        ? router.emitted()
                        : taskResources.output().taken(),
                batches,
                failures.skipped(),
                source.openRoots(),
                source.replays(),
                source.extent(),
                inputFull,
                !isClear() || batch != null && taskResources.output() != null,
                taskResources.output() == null
                        ? source.waiting()
                        : taskResources.output().waiting(),
                false);
    }

    /** Tells the roots of all that it has taken and not handed on as lost. */
    void lose() {
        if (orders == null) {
            return;
        }
        LongConsumer losing = router.acks().losing();
        for (int lost = run; batch != null && lost < batch.runs(); lost++) {
            losing.accept(batch.root(lost));
        }
        if (taskResources.output() != null) {
            taskResources.output().lose(losing);
        }
        router.abandon(losing);
    }
}
