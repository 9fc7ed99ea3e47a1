package io.sardonyx.task.output;

import io.sardonyx.call.CallProgress;
import io.sardonyx.function.Results;
import io.sardonyx.loop.Deadline;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Refused;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.AckBuffer;
import io.sardonyx.task.input.PluginReopener;
import io.sardonyx.task.input.PollBackOff;
import io.sardonyx.task.input.TaskOrders;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes results to an output plugin and acks each run once the output reports it as durable (settled).
 *
 * <p>While the output is unavailable nothing is written. What was not settled by then may be lost with the old
 * instance, so once it is reopened those roots are reported as lost.
 */
public final class OutputWriter {

    /** Interval at which an idle output is polled all the same. */
    private static final long IDLE_NANOS = 1_000_000_000;
    /** Rest while the output is unavailable; the back-off between attempts to reopen it is the reopener's. */
    private static final long SELDOM_NANOS = 100_000_000;

    private final PluginReopener<Output> plugin;
    private final CallProgress progress;
    private final BooleanSupplier mayAct;
    private final Deadline nextLook = new Deadline();
    private final UnsettledRuns unsettled = new UnsettledRuns();
    private final PollBackOff pause = new PollBackOff();
    private boolean full;
    /* Index of the next result to write, kept while the output has no room. */
    private int next;
    /* Segments taken and settled, over all instances of the plugin. */
    private long taken;
    private long settled;
    /* Segments taken by earlier instances; the count of the present one starts from zero. */
    private long takenBefore;
    /* In a job with checkpoints; else null. */
    private final @Nullable OutputCommits commits;
    /* Whether anything was written since the last mark. */
    private boolean dirty;
    /* Whether the instance that wrote under this fence is lost; another one begins at the next fence. */
    private boolean spoiled;
    /* Number of the checkpoint that the plugin has prepared, but not settled; 0 if there is none. */
    private long preparing;
    /* Fence under which the present instance of the plugin was opened. */
    private long fence;

    public OutputWriter(PluginReopener<Output> plugin, CallProgress progress, BooleanSupplier mayAct) {
        this(plugin, progress, mayAct, null, 0);
    }

    /**
     * @param mayAct whether the task may have effects now; not while the lease of its partition is overdue
     * @param commits commits what was written between two marks; null in a job without checkpoints
     * @param fence the one under which the plugin was opened
     */
    public OutputWriter(
            PluginReopener<Output> plugin,
            CallProgress progress,
            BooleanSupplier mayAct,
            @Nullable OutputCommits commits,
            long fence) {
        this.plugin = plugin;
        this.progress = progress;
        this.mayAct = mayAct;
        this.commits = commits;
        this.fence = fence;
    }

    /** Number of segments the output took so far. */
    public long taken() {
        return taken;
    }

    public boolean blocks() {
        Output output = plugin.instance();
        return output != null && output.blocks();
    }

    @Nullable
    public Waiting waiting() {
        Waiting outage = plugin.waiting();
        return outage == null && commits != null ? commits.waiting() : outage;
    }

    /**
     * Starts over at a new fence: unsettled roots are emitted again by their inputs. With checkpoints another instance
     * of the plugin is opened, which knows the new fence; what the old one had not prepared is dropped with it.
     */
    public void connect(TaskOrders orders) throws Exception {
        unsettled.clear();
        next = 0;
        if (commits != null) {
            preparing = 0;
            spoiled = false;
            commits.begin(orders);
            if (dirty || fence != orders.fence()) {
                plugin.close();
                takenBefore = taken;
                settled = taken;
            }
            fence = orders.fence();
            dirty = false;
        }
    }

    /** Follows orders of the same fence. */
    public void follow(TaskOrders orders) {
        if (commits != null) {
            commits.follow(orders);
        }
    }

    /**
     * Prepares all that was written since the last mark, so that it survives a crash and can be committed; false if
     * that has to be tried again in a later turn.
     */
    public boolean prepare(long number, AckBuffer acks, long nowNanos) throws Exception {
        Output output = plugin.instance();
        OutputCommits two = commits;
        if (two == null || output == null || spoiled) {
            return false;
        }
        if (preparing != number) {
            if (!two.isAllCommitted()) {
                return false;
            }
            progress.step();
            try {
                two.prepare(output, number);
            } catch (Exception e) {
                plugin.failed(e);
                return false;
            }
            preparing = number;
        }
        settle(acks, nowNanos);
        return settled >= taken && !spoiled;
    }

    /** What the output tells of a checkpoint that it has prepared. */
    public byte[] part(long number) {
        preparing = 0;
        dirty = false;
        return commits == null ? new byte[0] : commits.part(number);
    }

    /** Passes on the roots of unsettled runs; whether there are any. */
    public boolean held(LongConsumer roots) {
        unsettled.roots(roots);
        return !unsettled.isEmpty();
    }

    /** Drops the rest of a run that was written in part, because its root was abandoned. */
    public void dropRun() {
        next = 0;
    }

    /**
     * Writes the results of a run. Returns false when the output has no room for all of them, is unavailable, or the
     * turn has to end; then the caller repeats the call with the same results, and writing continues where it stopped.
     *
     * @param refusal handles results that the output rejects for good
     */
    public boolean write(Results results, UnsendableHandler refusal) throws Exception {
        Output output = plugin.instance();
        full = output == null || spoiled || !mayAct.getAsBoolean() || commits != null && !commits.isReady();
        if (output == null || full) {
            return false;
        }
        while (next < results.size()) {
            progress.step();
            int count;
            try {
                count = output.write(results.items(), next, results.size());
            } catch (Refused refused) {
                refusal.refuse(results.items()[next], refused.why());
                next++;
                continue;
            } catch (Exception e) {
                plugin.failed(e);
                full = true;
                return false;
            }
            if (count == 0) {
                full = true;
                return false;
            }
            next += count;
            taken += count;
            dirty = true;
            if (next < results.size() && progress.isLeaving()) {
                return false;
            }
        }
        next = 0;
        return true;
    }

    /** Whether the last write found no room, or the output is unavailable. */
    public boolean isFull() {
        return full;
    }

    /** Time until the next poll: backs off while segments are unsettled, long when all are settled. */
    public long restNanos(long nowNanos) {
        if (plugin.instance() == null) {
            return SELDOM_NANOS;
        }
        return full || !isSettled() ? pause.nanos(nowNanos) : nextLook.leftNanos(nowNanos);
    }

    /** Whether all that was written is settled and acked; with checkpoints, whether there is nothing to wait for. */
    public boolean isSettled() {
        boolean waits = preparing != 0 || commits != null && commits.hasWork();
        return !waits && unsettled.isEmpty() && settled >= taken;
    }

    /** Index of the result that is written or refused next. */
    public int index() {
        return next;
    }

    /**
     * Queues the run written last, to be acked once all segments taken so far are settled; with checkpoints, at the
     * next mark.
     */
    public void endRun(long root, long value, AckBuffer acks) {
        if (commits == null) {
            unsettled.add(root, value, taken);
        } else {
            acks.ack(root, value); // it counts with the mark, when all before that is durable
        }
    }

    /**
     * Polls the output for its settled count and acks the runs below it; whether any was acked.
     *
     * <p>The output is polled as long as it holds unsettled segments, even a part of a run longer than its buffer,
     * since the poll may be what lets it make room. An idle output is polled seldom.
     */
    public boolean settle(AckBuffer acks, long nowNanos) throws Exception {
        if (!mayAct.getAsBoolean()) {
            return false;
        }
        Output output = plugin.instance();
        if (output == null) {
            return reopen(acks);
        }
        if (commits != null && commits.hasWork()) {
            return commit(output, commits, nowNanos);
        }
        if (isSettled() && !nextLook.isDue(nowNanos)) {
            return false;
        }
        nextLook.set(nowNanos + IDLE_NANOS);
        long before = settled;
        try {
            settled = takenBefore + output.settled();
        } catch (Exception e) {
            plugin.failed(e);
            return false;
        }
        if (settled > before) {
            pause.active(nowNanos);
        }
        if (plugin.isInDoubt()) {
            plugin.answered(settled > takenBefore);
        }
        // A second look: what became durable after the lease ended may be behind a successor's back.
        boolean any = false;
        boolean acts = mayAct.getAsBoolean();
        while (acts && unsettled.isFirstSettled(settled)) {
            acks.ack(unsettled.root(), unsettled.value());
            unsettled.remove();
            any = true;
        }
        return any;
    }

    /** Commits what is complete; whether anything was done. */
    private boolean commit(Output output, OutputCommits due, long nowNanos) throws Exception {
        progress.step();
        try {
            due.tend(output, nowNanos);
        } catch (Exception e) {
            plugin.failed(e);
            return false;
        }
        return !due.hasWork();
    }

    /** Opens a new instance; all that the old one had not settled counts as lost. */
    private boolean reopen(AckBuffer acks) throws Exception {
        if (!plugin.open()) {
            return false;
        }
        lose(acks.losing());
        if (commits != null && (dirty || commits.needsNewFence())) {
            spoiled = true;
            acks.losing().accept(0);
        }
        next = 0;
        takenBefore = taken;
        settled = taken;
        return true;
    }

    /** Passes on and forgets the roots of all unsettled runs. */
    public void lose(LongConsumer roots) {
        unsettled.roots(roots);
        unsettled.clear();
    }

    /**
     * Publishes the output; false while it is unavailable, then to be tried again. Of a job that is stopped at its last
     * checkpoint all is committed, and nothing else done.
     */
    public boolean seal() throws Exception {
        Output output = plugin.instance();
        if (output == null || !mayAct.getAsBoolean() || commits != null && !commits.isAllCommitted()) {
            return false;
        }
        if (commits != null && commits.isStopping()) {
            return true; // all is committed, and more may come when the job is resumed
        }
        try {
            output.seal();
            return true;
        } catch (Exception e) {
            plugin.failed(e);
            return false;
        }
    }

    public void close() throws Exception {
        plugin.close();
    }
}
