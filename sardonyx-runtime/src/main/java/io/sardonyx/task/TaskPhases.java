package io.sardonyx.task;

import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.function.Results;
import io.sardonyx.function.SegmentFunction;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.report.TaskStats;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.input.BatchSource;
import io.sardonyx.task.input.PoisonSegment;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.task.output.OutputWriter;
import io.sardonyx.task.state.KeyOwners;
import io.sardonyx.task.state.LastMark;
import io.sardonyx.task.state.MarkTimes;
import io.sardonyx.task.state.TaskState;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * State machine that takes a task's batches through its phases: read batch, tag, apply function, build segments, write
 * batch, ack.
 *
 * <p>A batch may be suspended in any run, because a segment is retried later, an output has no room (back-pressure) or
 * the turn's budget is used up; the next turn resumes it where it stopped. Confined to the thread of the task's turn.
 */
final class TaskPhases {

    private final TaskDefinition plan;
    private final CatalogEntry entry;
    private final TaskResources taskResources;
    private final Lifecycles taskLifecycles;
    private final TaskResources.Surroundings surroundings;
    private final AckValues ackValues;
    private final BatchSource source;
    private final FailureHandler failures;
    private final Router router;
    private final TurnBudget pace;
    private final ServiceTime serviceTime;
    private final @Nullable TaskState state;
    private final Results results = new Results();
    private final RunHeartbeat heartbeat;
    private final MarkTimes markTimes;
    /* Whether no lifecycle, batch function or flow condition has to see each run by itself. */
    private final boolean plain;

    /* Orders of the latest turn; null before the first. */
    private @Nullable TaskOrders orders;
    /* The batch in progress, or null; run and index are where to resume in it. */
    private @Nullable Batch batch;
    private int run;
    private int index;
    /* Whether the runs from run to lastRun, exclusive, were begun, that is, whether the next flags are about them. */
    private boolean inRun;
    private int lastRun;
    /* Whether these runs are single segments that go through the phases together, so that a call's cost is shared. */
    private boolean together;
    /* Whether segments are given to a batch function one by one, because it failed for all of them together. */
    private boolean singly;
    /* Whether the function was applied to all segments of the run, so that only writing is left. */
    private boolean applied;
    /* Whether the run's root is to be failed instead of acked. */
    private boolean failed;
    private boolean inputFull;
    /* Whether no batch was read because the turn's budget was used up. */
    private boolean overdue;
    /* Whether a segment of the batch failed while runs went together, so that the rest goes run by run. */
    private boolean apart;
    /* Whether the batch was begun in an earlier turn, so that inputs may have abandoned roots of it. */
    private boolean resumed;
    /* Whether results of the run are so large that they are written before the function is applied further. */
    private boolean large;
    /* Whether the mark in progress was passed on, so that only the output has to be prepared. */
    private boolean markPassed;
    /* The last mark with the keys for which segments are given before it; else null. */
    private @Nullable LastMark lastMark;
    /* Whether the batch in progress consists of such keys. */
    private boolean ending;
    /* Segments and batches processed, for statistics. */
    private long taken;
    private long batches;

    TaskPhases(
            TaskDefinition plan,
            TaskResources taskResources,
            Lifecycles taskLifecycles,
            TaskResources.Surroundings surroundings,
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
        this.markTimes = new MarkTimes(plan.self(), processResources.clock());
        this.source = surroundings.source(taskResources, ackValues, failures);
        /* What is given many segments at once may need as long with fewer. */
        int fewest =
                entry.batch() || taskResources.output() != null ? entry.tuning().batchSize() : 1;
        this.serviceTime = ServiceTime.limiting(source, fewest, processResources.clock());
        this.state = taskResources.state();
        boolean flowDecides =
                taskResources.flow() != null && taskResources.flow().decides();
        this.plain = taskLifecycles.isEmpty() && !entry.batch() && !flowDecides;
        results.recordSources(flowDecides);
    }

    /**
     * Follows new orders. At a new fence everything in progress is dropped without an ack: the old channels are gone,
     * and the inputs emit its roots again.
     */
    void follow(TaskOrders latest) throws Exception {
        TaskOrders former = orders;
        orders = latest;
        if (former != null && (former.fence() == latest.fence() || !source.isFenced())) {
            source.follow(latest);
            if (taskResources.output() != null) {
                taskResources.output().follow(latest);
            }
            if (state != null) {
                state.follow(latest);
            }
            return;
        }
        connect(latest);
    }

    /** Connects the task anew, and drops everything in progress. */
    private void connect(TaskOrders latest) throws Exception {
        batch = null;
        markPassed = false;
        inRun = false;
        results.clear();
        failures.forget();
        TaskWiring wiring = source.connect(latest);
        router.follow(
                wiring.routes(ackValues, entry.tuning().batchSize(), taskResources.keys()), wiring.acks(source.own()));
        if (taskResources.output() != null) {
            taskResources.output().connect(latest);
        }
        if (state != null) {
            state.connect(latest, KeyOwners.groupsOf(plan, latest.routes()));
        }
        lastMark = null;
        ending = false;
    }

    /** Sends what had no room before: settled outputs, heartbeats, acks and batches; whether there was anything. */
    boolean send(long nowNanos) throws Exception {
        boolean settled =
                taskResources.output() != null && taskResources.output().settle(router.acks(), nowNanos);
        if (heartbeat.isDue(nowNanos)) {
            heartbeat.beat(batch, run, router, taskResources.output());
        }
        boolean sent = router.send();
        if (router.acks().hasLost()) {
            surroundings.lost("task " + entry.name() + " has lost what it had sent or was to write");
        }
        return sent || settled;
    }

    /** Reads acks or abandoned roots, lets timeouts pass and writes checkpoints; whether there was anything. */
    boolean tend(long nowNanos) throws Exception {
        failures.checkPoison();
        boolean worked = source.tend(nowNanos);
        if (state != null) {
            worked |= state.tend(nowNanos);
            long number = state.storing();
            byte[] stored = state.takeStored();
            if (stored != null) {
                router.acks().endHeldRoot(number, plan.index(), markTimes.words(stored));
            }
        }
        if (source.isTorn()) {
            surroundings.lost("marks of checkpoints came out of order at task " + entry.name());
        }
        if (source.hasDropped() && orders != null) {
            connect(orders);
        }
        return worked;
    }

    /** Sends partly filled batches, too, because no more segments come for now. */
    boolean flush(long nowNanos) throws Exception {
        boolean sent = send(nowNanos);
        return router.flush() || sent;
    }

    /** Whether nothing waits for room downstream; a batch is taken only then. */
    boolean isClear() {
        return router.isClear();
    }

    boolean hasProgressed(long nowNanos) {
        return source.hasProgressed(nowNanos);
    }

    /**
     * Takes one batch through all phases, or resumes the one in progress; false when there is none, or it was
     * suspended.
     */
    boolean batch(long nowNanos) throws Exception {
        Batch current = batch;
        resumed = current != null;
        if (current == null) {
            overdue = pace.isOverdue(nowNanos);
            current = overdue || state != null && !state.isReady() ? null : readBatch(nowNanos);
            if (current == null) {
                return false;
            }
        }
        if (current.isMark()) {
            return passMark(current, nowNanos);
        }
        while (run < current.runs()) {
            if (!finishRuns(current, nowNanos)) {
                return false;
            }
        }
        batch = null;
        batches++;
        taskLifecycles.closed(surroundings);
        return true;
    }

    /**
     * Passes a mark on behind all that came before it, prepares the output, and acks the checkpoint's root; false while
     * the output cannot be prepared.
     */
    private boolean passMark(Batch mark, long nowNanos) throws Exception {
        long number = mark.markNumber();
        AckBuffer acks = router.acks();
        if (!markPassed) {
            if (state != null && !state.freeze(number)) {
                return false;
            }
            acks.ack(number, mark.value(0) ^ router.mark(mark.root(0)));
            acks.skip(number, plan.index(), source.takeSkipped());
            markPassed = true;
            markTimes.passed(source.alignNanos());
        }
        OutputWriter output = taskResources.output();
        surroundings.enter(Phase.WRITE);
        if (output != null && !output.prepare(number, acks, nowNanos)) {
            return false;
        }
        byte[] part = output == null ? source.part() : output.part(number);
        if (state == null) {
            acks.endRoot(number, plan.index(), markTimes.words(part));
        } else {
            acks.holdRoot();
            state.tell(part);
        }
        markPassed = false;
        batch = null;
        return true;
    }

    /** Read phase: the source gives a batch whose runs are tagged with their roots. */
    private @Nullable Batch readBatch(long nowNanos) throws Exception {
        surroundings.enter(Phase.READ);
        Batch next = lastMark == null ? source.next(nowNanos) : null;
        if (next != null && next.isLastMark() && taskResources.atEnd() != null && state != null) {
            lastMark = new LastMark(next, state.keys());
        }
        if (lastMark != null) {
            next = lastMark.next(entry.tuning().batchSize());
            ending = !next.isMark();
            lastMark = ending ? lastMark : null;
        }
        if (next != null) {
            batch = next;
            run = 0;
            index = 0;
            apart = false;
            if (!next.isMark()) {
                taskLifecycles.opened(next, surroundings);
            }
        }
        return next;
    }

    /**
     * Takes one run, or several together, through apply, write and ack; false when suspended or the turn has to end.
     */
    private boolean finishRuns(Batch current, long nowNanos) throws Exception {
        if (!inRun) {
            begin(current);
        }
        if (!together && source.isAbandoned(current.root(run))) {
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
        run = lastRun;
        return !together || !pace.hasLeft();
    }

    /** Drops the rest of a run whose root its input has abandoned; the partial run is failed, not acked. */
    private void giveUp(Batch current) {
        failed = true;
        applied = true;
        index = current.end(run);
        failures.forget();
        if (taskResources.output() != null) {
            taskResources.output().dropRun();
        }
    }

    /** Begins the next run, or all that may go together. A root that has become a dead letter skips the function. */
    private void begin(Batch current) throws Exception {
        inRun = true;
        singly = false;
        applied = false;
        failed = false;
        large = false;
        together = mayGoTogether(current);
        if (together) {
            lastRun = current.runs();
            results.recordSources(true);
            return;
        }
        lastRun = run + 1;
        router.begin(current, run);
        if (current.size() == 1 && current.segments()[0] instanceof PoisonSegment letter) {
            router.deadLetter(letter.segment(), letter.cause());
            index = current.end(run);
        }
    }

    /** Whether each run of the batch is a single segment, and none of them needs to be treated by itself. */
    private boolean mayGoTogether(Batch current) {
        if (!plain || apart || current.runs() == 1 || current.runs() != current.size()) {
            return false;
        }
        boolean abandoned = false;
        for (int i = run; resumed && i < current.runs(); i++) {
            abandoned |= source.isAbandoned(current.root(i));
        }
        return !abandoned;
    }

    /**
     * Apply phase: all segments of the run through the function; false when suspended by the budget, a retry or
     * back-pressure. Runs that go together take one step, and those it reached are written before the next.
     */
    private boolean applyFunction(Batch current, long nowNanos) throws Exception {
        surroundings.enter(Phase.APPLY);
        int end = current.end(lastRun - 1);
        while (index < end) {
            if (pace.isOverdue(nowNanos) || failures.isWaiting(nowNanos) || large && !handOver(current)) {
                return false;
            }
            int reached = pace.apply(function(), current.segments(), index, singly ? index + 1 : end, results);
            if (reached > index) {
                failures.forget();
            }
            taken += reached - index;
            weigh(current, reached - index);
            index = reached;
            if (together) {
                /* One segment a run: the segment that failed is the first of the runs left, and is tried by itself. */
                lastRun = reached;
                apart = results.failure() != null;
                break;
            }
            if (results.failure() == null ? pace.hasLeft() : !recover(current, end, nowNanos)) {
                return false;
            }
        }
        applied = true;
        taskLifecycles.applied(results, surroundings);
        return true;
    }

    private SegmentFunction function() {
        SegmentFunction atEnd = taskResources.atEnd();
        return ending && atEnd != null ? atEnd : taskResources.function();
    }

    /**
     * Updates the size estimates. Large results are written before the run is complete, unless a lifecycle has to see
     * them together.
     */
    private void weigh(Batch current, int count) {
        long bytes = router.weigh(results, function(), current);
        pace.weigh(count, bytes);
        large = bytes >= ChannelLimits.BYTES_PER_BATCH && taskLifecycles.isEmpty();
    }

    /** Writes the results so far of a run in progress; false when there is no room for more. */
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

    /**
     * Handles the segment at {@code index} that failed; whether to go on in this turn. A batch function that fails is
     * first tried again with single segments, to find the one that fails.
     */
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

    /**
     * Write and ack phases: sends the results and acks the runs. An output's runs are acked later, once they are
     * settled; false when the output has no room.
     */
    private boolean writeBatch(Batch current) throws Exception {
        surroundings.enter(Phase.WRITE);
        OutputWriter output = taskResources.output();
        if (output != null) {
            return writeOutput(output, current);
        }
        if (together) {
            router.giveEach(results, current, run, lastRun);
        } else {
            router.give(results, current);
            router.ack(current.value(run));
        }
        return true;
    }

    private boolean writeOutput(OutputWriter output, Batch current) throws Exception {
        if (!output.write(results, together ? (segment, why) -> refuse(output, current, segment, why) : router)) {
            return false;
        }
        if (!together) {
            router.tellSkipped();
        }
        for (int i = run; i < lastRun; i++) {
            output.endRun(current.root(i), current.value(i), router.acks());
        }
        return true;
    }

    /** Handles a result that the output refuses, under the root of the segment that it was made of. */
    private void refuse(OutputWriter output, Batch current, Object segment, Exception why) throws Exception {
        router.begin(current, results.sources()[output.index()]);
        router.refuse(segment, why);
        router.tellSkipped();
    }

    /**
     * How long the task may go without a turn after one that did nothing, unless woken by an arrival, by room
     * downstream or by an answer of the store. Zero for another turn at once.
     */
    long restNanos(long nowNanos) {
        if (overdue) {
            return 0;
        }
        return state == null ? restOfFlow(nowNanos) : Math.min(state.restNanos(nowNanos), restOfFlow(nowNanos));
    }

    private long restOfFlow(long nowNanos) {
        OutputWriter output = taskResources.output();
        boolean inHand = output != null || batch != null || !router.isEmpty();
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
        return output != null && (output.isFull() || markPassed) ? rest : 0;
    }

    /**
     * Whether, after a turn in which {@link #batch} found nothing more, another one would find nothing either unless
     * the task is woken.
     */
    boolean isSpent() {
        OutputWriter output = taskResources.output();
        boolean stored = state == null || !state.isBusy();
        return batch == null && !overdue && stored && (output == null || output.isSettled()) && source.isSpent();
    }

    /** Accounts for a turn, of which the service time is measured. */
    void turned(long beganNanos, boolean worked, boolean drained) {
        serviceTime.turned(beganNanos, taken, worked, drained && batch == null && !overdue && isClear());
    }

    /** Whether a batch is in progress. */
    boolean isWithinBatch() {
        return batch != null;
    }

    /** Samples for statistics whether the source is full, before a turn takes from it. */
    void look() {
        inputFull = source.isFull();
    }

    /** Whether its input or its output is full now, and was not when the statistics were published, or the reverse. */
    boolean isBlockedOtherwise(TaskStats shown) {
        return source.isFull() != shown.inputFull() || isOutputFull() != shown.outputFull();
    }

    private boolean isOutputFull() {
        return !isClear() || source.isHeldUp() || batch != null && taskResources.output() != null;
    }

    /** Snapshot for publication; on the thread of the turn. */
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
                isOutputFull(),
                waiting(),
                false,
                source.queues(),
                source.checkpoint(),
                state == null ? List.of() : state.figures());
    }

    /** What the output waits for, or else the source. */
    private @Nullable Waiting waiting() {
        OutputWriter output = taskResources.output();
        Waiting first = output == null ? null : output.waiting();
        if (first == null && state != null) {
            first = state.waiting();
        }
        return first == null ? source.waiting() : first;
    }

    /**
     * Reports the roots of everything taken and not handed on as lost, before a restart in place; inputs emit them
     * again without counting a failure.
     */
    void lose() {
        if (orders == null) {
            return;
        }
        if (plan.job().checkpoint() != null) {
            surroundings.lost("task " + entry.name() + " restarts");
            return;
        }
        LongConsumer losing = router.acks().losing();
        for (int lost = run; batch != null && lost < batch.runs(); lost++) {
            losing.accept(batch.root(lost));
        }
        if (taskResources.output() != null) {
            taskResources.output().lose(losing);
        }
        router.held(losing);
    }
}
