package io.sardonyx.task;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.call.CallProgress;
import io.sardonyx.call.CallWaitTime;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.content.TaskStats;
import io.sardonyx.content.Waiting;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Loop;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Lifecycle.Decision;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.port.Documents;
import io.sardonyx.task.input.TaskOrders;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One task of one peer, from its start to its end.
 *
 * <p>A turn takes a few batches through all phases and never waits. Whoever gives turns may change its thread between
 * them; orders and the word to stop come from any thread.
 */
public final class TaskLoop implements Loop {

    private static final long STARTING_NANOS = Duration.ofMillis(10).toNanos();
    private static final long SELDOM_NANOS = Duration.ofMillis(100).toNanos();
    private static final long STATS_NANOS = Duration.ofMillis(50).toNanos();

    private final TaskDefinition plan;
    private final TaskEvents events;
    private final TaskLog taskLog;
    private final TaskSetup setup;
    private final Mailbox mailbox = new Mailbox(this::wake);
    private final CallProgress progress = new CallProgress();
    private final CallWaitTime waits = new CallWaitTime();
    private final Deadline nextStats = new Deadline();

    private volatile TaskOrders orders;
    private volatile @Nullable StopReason stop;
    private volatile TaskStats stats;
    private volatile boolean quiet;
    private volatile boolean progressed;
    private volatile boolean over;
    private volatile boolean abandoned;
    private volatile boolean closed;
    private volatile boolean blocking;
    private volatile Runnable waker = () -> {};

    private volatile @Nullable TaskOrders followed;
    /* Whether it has been told whom to send to since it started. */
    private boolean wired;
    private boolean sealed;
    private boolean busy;
    private boolean ended;
    private long restNanos;
    /* Whether it did something that its stats do not tell yet. */
    private boolean unseen;

    public TaskLoop(
            TaskDefinition plan,
            ProcessResources processResources,
            Documents documents,
            TaskOrders orders,
            TaskEvents events) {
        this.plan = plan;
        this.orders = orders;
        this.events = events;
        this.taskLog = new TaskLog(plan.self(), events, processResources.secrets());
        this.setup = new TaskSetup(plan, processResources, documents, mailbox, events, progress);
        this.stats = TaskStats.none(plan.self());
    }

    public Assignment self() {
        return plan.self();
    }

    public Tuning tuning() {
        return plan.entry().tuning();
    }

    /** How the calls of its turn go. */
    public CallProgress progress() {
        return progress;
    }

    /** How much its calls wait. */
    public CallWaitTime waits() {
        return waits;
    }

    /** Whether it has started and not ended. */
    public boolean isWorking() {
        return followed != null && !over;
    }

    /** Whether its turns may wait for others. */
    public boolean isBlocking() {
        return blocking || tuning().blocking();
    }

    /** Whether its last turn left more to do than one can; for whoever gave that turn. */
    public boolean isBusy() {
        return busy;
    }

    /** How long it needs no turn after its last one, unless it is woken; for whoever gave that turn. */
    public long restNanos() {
        return restNanos;
    }

    /** From now on this is told, on any thread, when it needs a turn before its rest is over. */
    public void onWake(Runnable other) {
        waker = other;
    }

    private void wake() {
        waker.run();
    }

    /** Its place among the tasks of its job: those that feed it come before. */
    public int order() {
        return plan.index();
    }

    /** How it did a moment ago. */
    public TaskStats stats() {
        return waits.isWaiting() ? stats.waitingInCalls() : stats;
    }

    /** Whether it has stopped reading, and all that it read is done and written down. */
    public boolean isQuiet() {
        return quiet || over;
    }

    /** Whether its input has got on under the present fence. */
    public boolean hasProgressed() {
        return progressed && !over;
    }

    public void follow(TaskOrders others) {
        orders = others;
        mailbox.wake();
    }

    public TaskOrders orders() {
        return orders;
    }

    /** The fence that it works under; the latest orders may have a newer one that it has not followed yet. */
    public long fence() {
        TaskOrders present = followed;
        return present == null ? orders.fence() : present.fence();
    }

    /** It ends in its next turn. */
    public void stop(StopReason reason) {
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
        StopReason reason = stop;
        if (reason != null) {
            end(reason);
            return true;
        }
        try {
            boolean told = mailbox.drain(nowNanos);
            boolean worked = live(nowNanos) || told;
            restNanos = worked ? 0 : rest(nowNanos);
            return worked;
        } catch (Exception e) {
            failed(e, nowNanos);
            return true;
        } catch (Error e) {
            failed(new ExecutionException(e), nowNanos);
            return true;
        }
    }

    private boolean live(long nowNanos) throws Exception {
        TaskPhases working = setup.phases();
        if (working == null) {
            return start(nowNanos);
        }
        TaskOrders latest = orders;
        if (latest != followed) {
            followed = latest;
            progressed = false;
            working.follow(latest);
            wired = true;
        }
        boolean statsDue = nextStats.isDue(nowNanos);
        if (statsDue) {
            working.look();
        }
        boolean worked = working.send(nowNanos);
        setup.enter(Phase.READ);
        worked |= working.tend(nowNanos);
        int batches = 0;
        while (batches < ChannelLimits.BATCHES_PER_TURN && working.isClear() && working.batch(nowNanos)) {
            batches++;
        }
        busy = batches == ChannelLimits.BATCHES_PER_TURN || working.isWithinBatch();
        setup.enter(Phase.WRITE);
        worked |= batches < ChannelLimits.BATCHES_PER_TURN ? working.flush(nowNanos) : working.send(nowNanos);
        if (latest.sealing() && !sealed) {
            seal();
        }
        unseen |= worked || batches > 0;
        if (statsDue) {
            nextStats.set(nowNanos + STATS_NANOS);
            unseen = false;
            stats = working.stats();
            progressed = working.hasProgressed(nowNanos);
            blocking |= setup.blocks();
        }
        rest(!latest.reading() && setup.isQuiet());
        return worked || batches > 0;
    }

    private long rest(long nowNanos) {
        TaskPhases working = setup.phases();
        if (working == null) {
            return STARTING_NANOS;
        }
        long rest = working.restNanos(nowNanos);
        if (unseen) {
            rest = Math.min(rest, Math.max(1, nextStats.leftNanos(nowNanos)));
        }
        return mailbox.hasQuestions() || orders.sealing() && !sealed ? Math.min(rest, SELDOM_NANOS) : rest;
    }

    /** Only one that reads no more can be quiet: else it has read on before anybody hears of it. */
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
            events.sealed(self());
        }
    }

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
     * Who is replaced will be told to stop; who is not was replaced by a loop of the past, and takes its place again.
     */
    private Decision decision(Exception e) {
        if (e instanceof Superseded) {
            return Decision.RESTART;
        }
        return e instanceof SegmentFailure failure ? failure.decision() : setup.decide(e);
    }

    /** In place, so that nobody else hears of it; only what this task had taken comes again. */
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

    /** All that it did since it started. */
    private TaskStats done() {
        TaskPhases working = setup.phases();
        return working == null || !wired ? stats : working.stats();
    }

    /** A function that does not return ends its job; what it holds can be closed only should it ever return. */
    public void abandon(String why) {
        abandoned = true;
        over = true;
        if (stop == null) {
            taskLog.kill(why, orders.fence());
        }
    }

    /** A turn threw what no turn may throw. */
    public void broke(Throwable bug) {
        taskLog.confess(bug);
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

    /** Whether all it held is closed and its lifecycles have come to their end; one that hangs never gets there. */
    public boolean isClosed() {
        return closed || abandoned;
    }

    /** Whether it is over and its lifecycles are about to hear of it. */
    public boolean isEnding() {
        return over && !isClosed();
    }

    @Override
    public boolean isOver() {
        return over;
    }

    /** Called when nobody gives it turns any more. */
    @Override
    public void close() {
        StopReason reason = stop;
        if (!ended) {
            StopReason unsaid = over ? StopReason.FAILED : StopReason.GROUP_ENDED;
            end(reason == null ? unsaid : reason);
        }
    }
}
