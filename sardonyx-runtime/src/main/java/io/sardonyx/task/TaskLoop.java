package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.call.CallWaitTime;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.content.ManifestTooLarge;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Loop;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Lifecycle.Decision;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.report.TaskStats;
import io.sardonyx.report.Waiting;
import io.sardonyx.table.UnstorableState;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.task.input.TaskStores;
import io.sardonyx.value.Assignment;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Event loop of one task of one peer, from its start to its end: each turn takes a few batches through all phases and
 * never blocks.
 *
 * <p>Threads: {@link #turn} and {@link #close} are called by one thread at a time, which may change between turns; the
 * executor's hand-over gives the happens-before for the plain fields. {@link #follow}, {@link #stop} and the queries
 * are for any thread and go through volatile fields. {@link #abandon} is for the watchdog.
 */
public final class TaskLoop implements Loop {

    /** Longest rest while the task waits to start, in which lifecycles are asked again. */
    private static final long STARTING_NANOS = Duration.ofMillis(10).toNanos();
    /** Longest rest while the store has to answer or the output is to be sealed. */
    private static final long SELDOM_NANOS = Duration.ofMillis(100).toNanos();
    /** Longest time for which a queued task works on what it has taken after it was reassigned. */
    private static final long FINISH_NANOS = Duration.ofSeconds(10).toNanos();
    /** Interval at which statistics are published. */
    private static final long STATS_NANOS = Duration.ofMillis(50).toNanos();

    private final TaskDefinition plan;
    private final TaskEvents events;
    private final TaskLog taskLog;
    private final TaskSetup setup;
    private final Mailbox mailbox = new Mailbox(this::wake);
    private final CallProgress progress = new CallProgress();
    private final CallWaitTime waits = new CallWaitTime();
    private final Deadline nextStats = new Deadline();
    private final Deadline finishBy = new Deadline();

    /* Written by any thread, read once per turn; the latest value wins. */
    private volatile TaskOrders orders;
    private volatile @Nullable StopReason stop;
    /* Written by the thread of the turn, read by any thread; the watchdog also sets over and abandoned. */
    private volatile TaskStats stats;
    private volatile boolean quiet;
    private volatile boolean progressed;
    private volatile boolean over;
    private volatile boolean abandoned;
    private volatile boolean closed;
    private volatile boolean blocking;
    /* Set once by the executor, run by any thread that has news for the task. */
    private volatile Runnable waker = () -> {};

    /*
     * The orders that the phases work by; null before the start and during a restart. Written in turns, read by any
     * thread.
     */
    private volatile @Nullable TaskOrders followed;
    /*
     * Whether the phases have followed orders since they were opened. From here on: confined to the thread of the turn.
     */
    private boolean wired;
    private boolean sealed;
    private boolean finishing;
    private boolean busy;
    /* Whether the turn has left nothing for one that would come at once. */
    private boolean spent;
    private boolean ended;
    private long restNanos;
    /* Whether there was progress that the published statistics do not show yet. */
    private boolean unseen;

    public TaskLoop(
            TaskDefinition plan,
            ProcessResources processResources,
            TaskStores stores,
            TaskOrders orders,
            TaskEvents events) {
        this.plan = plan;
        this.orders = orders;
        this.events = events;
        this.taskLog = new TaskLog(plan.self(), events, processResources.secrets());
        this.setup = new TaskSetup(plan, processResources, stores, mailbox, events, progress);
        this.stats = TaskStats.none(plan.self());
    }

    public Assignment self() {
        return plan.self();
    }

    public Tuning tuning() {
        return plan.entry().tuning();
    }

    /** Counter of calls to user code in the present turn, for the watchdog. */
    public CallProgress progress() {
        return progress;
    }

    /** Measures how long calls to user code wait instead of computing, for the watchdog. */
    public CallWaitTime waits() {
        return waits;
    }

    /** Whether it has followed its first orders and is not over. */
    public boolean isWorking() {
        return followed != null && !over;
    }

    /** Whether its turns may block, so that it needs a thread of its own; once true it stays so. */
    public boolean isBlocking() {
        return blocking || tuning().blocking();
    }

    /** Whether the last turn left more work than fits in one; to be read by the thread of that turn. */
    public boolean isBusy() {
        return busy;
    }

    /**
     * Time in nanoseconds for which it needs no turn unless woken, {@link Long#MAX_VALUE} if only when woken; to be
     * read by the thread of the last turn.
     */
    public long restNanos() {
        return restNanos;
    }

    /** Sets the callback that is run, on any thread, when the loop needs a turn before its rest is over. */
    public void onWake(Runnable other) {
        waker = other;
    }

    private void wake() {
        waker.run();
    }

    /** Index in the job's catalog, which is a topological order: upstream tasks come first. */
    public int order() {
        return plan.index();
    }

    /** Statistics as of the last publication, at most some 50 ms old while the task works. */
    public TaskStats stats() {
        return waits.isWaiting() ? stats.waitingInCalls() : stats;
    }

    /** Whether it has stopped reading, and everything it read is done and checkpointed. */
    public boolean isQuiet() {
        return quiet || over;
    }

    /** Whether its input has made progress under the present fence. */
    public boolean hasProgressed() {
        return progressed && !over;
    }

    /** Sets the orders for the next turn and wakes the loop. */
    public void follow(TaskOrders others) {
        orders = others;
        mailbox.wake();
    }

    /** The latest orders, followed or not. */
    public TaskOrders orders() {
        return orders;
    }

    /** The fence under which it works; the latest orders may have a newer one that it has not followed yet. */
    public long fence() {
        TaskOrders present = followed;
        return present == null ? orders.fence() : present.fence();
    }

    /** Ends the loop in its next turn; a queued task that is reassigned first commits what it has taken. */
    public void stop(StopReason reason) {
        if (plan.queues() != null && reason == StopReason.REASSIGNED) {
            TaskOrders last = orders;
            orders = new TaskOrders(last.routes(), false, false, last.format(), last.checkpoints());
        }
        stop = reason;
        mailbox.wake();
    }

    @Override
    public boolean turn(long nowNanos) {
        if (over) {
            return false;
        }
        progress.begin();
        restNanos = 0;
        spent = false;
        StopReason reason = stop;
        if (reason != null && !isFinishing(reason, nowNanos)) {
            end(reason);
            return true;
        }
        try {
            /* Answers of the store first, so that the phases see them in this turn. */
            boolean told = mailbox.drain(nowNanos);
            boolean worked = live(nowNanos) || told;
            restNanos = worked && !spent ? 0 : rest(nowNanos);
            return worked;
        } catch (Exception e) {
            failed(e, nowNanos);
            return true;
        } catch (Error e) {
            failed(new ExecutionException(e), nowNanos);
            return true;
        }
    }

    /**
     * Whether a reassigned queued task still has to commit what it has taken, so that a change of assignments causes no
     * redelivery; for a limited time, since what it has not committed by then merely comes again.
     */
    private boolean isFinishing(StopReason reason, long nowNanos) {
        if (plan.queues() == null || reason != StopReason.REASSIGNED || followed == null || setup.isQuiet()) {
            return false;
        }
        if (!finishing) {
            finishing = true;
            finishBy.set(nowNanos + FINISH_NANOS);
        }
        return !finishBy.isDue(nowNanos);
    }

    /**
     * One turn of a started task: follow orders, send what waited for room, read acks, process batches, flush, publish
     * statistics.
     */
    private boolean live(long nowNanos) throws Exception {
        TaskPhases working = setup.phases();
        if (working == null) {
            return start(nowNanos);
        }
        TaskOrders latest = orders;
        if (latest != followed) {
            follow(working, latest);
        }
        boolean statsDue = nextStats.isDue(nowNanos);
        if (statsDue) {
            working.look();
        }
        boolean worked = working.send(nowNanos);
        setup.enter(Phase.READ);
        worked |= working.tend(nowNanos);
        int batches = 0;
        boolean drained = false;
        while (batches < ChannelLimits.BATCHES_PER_TURN && !drained && working.isClear()) {
            drained = !working.batch(nowNanos);
            batches += drained ? 0 : 1;
        }
        busy = batches == ChannelLimits.BATCHES_PER_TURN || working.isWithinBatch();
        working.turned(nowNanos, batches > 0, drained);
        setup.enter(Phase.WRITE);
        // A full budget of batches means that more are likely to wait: keep partly filled batches open for them.
        worked |= batches < ChannelLimits.BATCHES_PER_TURN ? working.flush(nowNanos) : working.send(nowNanos);
        if (latest.sealing() && !sealed) {
            seal();
        }
        unseen |= worked || batches > 0 || working.isBlockedOtherwise(stats);
        if (statsDue) {
            publish(working, nowNanos);
        }
        rest(!latest.reading() && setup.isQuiet());
        spent = drained && working.isSpent();
        return worked || batches > 0;
    }

    private void follow(TaskPhases working, TaskOrders latest) throws Exception {
        followed = latest;
        progressed = false;
        setup.follow(latest);
        working.follow(latest);
        wired = true;
        sealed &= plan.queues() == null || latest.sealing();
    }

    /** Publishes statistics, read by other threads. */
    private void publish(TaskPhases working, long nowNanos) {
        nextStats.set(nowNanos + STATS_NANOS);
        unseen = false;
        stats = working.stats();
        progressed = working.hasProgressed(nowNanos);
        blocking |= setup.blocks();
    }

    /** Rest until the next timer: of the phases, of unpublished statistics, or of an answer of the store. */
    private long rest(long nowNanos) {
        TaskPhases working = setup.phases();
        if (working == null) {
            return STARTING_NANOS;
        }
        long rest = working.restNanos(nowNanos);
        if (unseen) {
            rest = Math.min(rest, Math.max(1, nextStats.leftNanos(nowNanos)));
        }
        boolean seldom = mailbox.hasQuestions() || finishing || orders.sealing() && !sealed;
        return seldom ? Math.min(rest, SELDOM_NANOS) : rest;
    }

    /**
     * Publishes whether the task is quiet. Only a task that has stopped reading can be: otherwise the report would be
     * stale, because it has read on before anyone acts on it.
     */
    private void rest(boolean now) {
        if (quiet != now) {
            quiet = now;
        }
    }

    private boolean start(long nowNanos) throws Exception {
        rest(!orders.reading());
        if (!setup.start(orders, nowNanos)) {
            return false;
        }
        blocking |= setup.blocks();
        return true;
    }

    private void seal() throws Exception {
        if (setup.seal()) {
            sealed = true;
            if (plan.queues() == null) {
                events.sealed(self());
            } else {
                events.passedOn(self(), setup.skippedSegments());
            }
        }
    }

    /** Handles an exception of a turn: restart in place, give up the assignment, or kill the job. */
    private void failed(Exception e, long nowNanos) {
        StopReason told = stop;
        if (told != null) {
            taskLog.superseded(e);
            end(told);
            return;
        }
        Phase phase = setup.phase();
        Decision decision = decision(e);
        if (e instanceof Superseded) {
            taskLog.superseded(e);
        } else {
            taskLog.warn((over ? "was abandoned before and failed in phase " : "failed in phase ") + phase, e);
        }
        if (!over && decision == Decision.RESTART && setup.mayRestart(nowNanos)) {
            restart(taskLog.reason(phase, e), nowNanos);
            return;
        }
        if (!over && decision == Decision.RESTART) {
            events.gaveUp(self());
        } else if (!over) {
            taskLog.kill(taskLog.reason(phase, e), fence());
        }
        end(StopReason.FAILED);
    }

    /**
     * The lifecycles' decision about an exception. A superseded task restarts: if it was really replaced it is told to
     * stop soon; otherwise a stale loop of an earlier fence took its place, and it takes it back. A checkpoint that
     * cannot be stored would be the same again after a restart, so nobody is asked.
     */
    private Decision decision(Exception e) {
        if (e instanceof Superseded) {
            return Decision.RESTART;
        }
        if (e instanceof UnstorableState || e instanceof ManifestTooLarge) {
            return Decision.KILL;
        }
        return e instanceof SegmentFailure failure ? failure.decision() : setup.decide(e);
    }

    /**
     * Restarts in place after a back-off; no log entry is needed, and only the roots that this task held are replayed.
     */
    private void restart(String why, long nowNanos) {
        TaskStats done = done();
        followed = null;
        wired = false;
        long wait = setup.restart(nowNanos);
        long now = System.currentTimeMillis();
        Waiting before = stats.waiting();
        stats = TaskStats.waiting(
                self(),
                new Waiting(
                        "it restarts: " + why, before == null ? now : before.sinceMillis(), now + wait / 1_000_000));
        events.did(done);
    }

    /** Statistics of everything done since the start; the published ones if the phases have not followed orders yet. */
    private TaskStats done() {
        TaskPhases working = setup.phases();
        return working == null || !wired ? stats : working.stats();
    }

    /**
     * Ends the job of a task whose function does not return. What the loop holds is closed by its own thread, should
     * the call ever return.
     */
    public void abandon(String why) {
        abandoned = true;
        over = true;
        if (stop == null) {
            taskLog.kill(why, orders.fence());
        }
    }

    /** Ends the loop after an exception that no turn may throw: an internal error. */
    public void broke(Throwable bug) {
        taskLog.reportBug(bug);
        abandon(taskLog.told(bug));
        close();
    }

    private void end(StopReason reason) {
        over = true;
        ended = true;
        progress.step();
        stats = done();
        events.did(stats);
        setup.close(reason);
        closed = true;
        events.ended();
    }

    /**
     * Whether everything it held is closed and its lifecycles were called; true as well for an abandoned loop, which
     * may never get there.
     */
    public boolean isClosed() {
        return closed || abandoned;
    }

    /** Whether it is over and about to call {@code afterTask} of its lifecycles. */
    public boolean isEnding() {
        return over && !isClosed();
    }

    @Override
    public boolean isOver() {
        return over;
    }

    /**
     * Closes the loop when it gets no more turns; to be called by the thread of its last turn or with a happens-before
     * from it.
     */
    @Override
    public void close() {
        StopReason reason = stop;
        if (!ended) {
            StopReason unsaid = over ? StopReason.FAILED : StopReason.GROUP_ENDED;
            end(reason == null ? unsaid : reason);
        }
    }
}
