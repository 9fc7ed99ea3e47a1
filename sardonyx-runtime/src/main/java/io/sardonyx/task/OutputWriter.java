package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.content.Waiting;
import io.sardonyx.function.Results;
import io.sardonyx.loop.Deadline;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Refused;
import io.sardonyx.task.TaskRoute.UnsendableHandler;
import io.sardonyx.task.input.PluginReopener;
import io.sardonyx.task.input.PollBackOff;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes to an output, and acks what it was given once that is settled.
 *
 * <p>While the output is away nothing is written. What was not settled by then may be lost with it, so once it is open
 * again these roots are told lost.
 */
final class OutputWriter {

    private static final long IDLE_NANOS = 1_000_000_000;
    private static final long SELDOM_NANOS = 100_000_000;

    private final PluginReopener<Output> plugin;
    private final CallProgress progress;
    private final Deadline nextLook = new Deadline();
    private final UnsettledRuns unsettled = new UnsettledRuns();
    private final PollBackOff pause = new PollBackOff();
    private boolean full;
    private int next;
    private long taken;
    private long settled;
    /* How many segments were taken before the present instance was opened. */
    private long takenBefore;

    OutputWriter(PluginReopener<Output> plugin, CallProgress progress) {
        this.plugin = plugin;
        this.progress = progress;
    }

    /** How many segments the output took so far. */
    long taken() {
        return taken;
    }

    boolean blocks() {
        Output output = plugin.instance();
        return output != null && output.blocks();
    }

    @Nullable
    Waiting waiting() {
        return plugin.waiting();
    }

    /** Other roots from now on; what is not settled comes again. */
    void follow() {
        unsettled.clear();
        next = 0;
    }

    /** Tells the roots of what is not settled; whether there is anything. */
    boolean held(LongConsumer roots) {
        unsettled.roots(roots);
        return !unsettled.isEmpty();
    }

    /** The rest of a run that was written in part is not written any more. */
    void dropRun() {
        next = 0;
    }

    /**
     * Writes the results of a run; false when there is no room for all of them yet, the output is away or the turn is
     * asked to leave, and then again with the same.
     *
     * @param refusal sees to those that the output does not take, now or later
     */
    boolean write(Results results, UnsendableHandler refusal) throws Exception {
        Output output = plugin.instance();
        full = output == null;
        if (output == null) {
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
            if (next < results.size() && progress.isLeaving()) {
                return false;
            }
        }
        next = 0;
        return true;
    }

    /** Whether it had no room for what was written last, or is away. */
    boolean isFull() {
        return full;
    }

    /** How long it need not be asked; when it has settled all it took, that is seldom. */
    long restNanos(long nowNanos) {
        if (plugin.instance() == null) {
            return SELDOM_NANOS;
        }
        return full || !unsettled.isEmpty() || settled < taken ? pause.nanos(nowNanos) : nextLook.leftNanos(nowNanos);
    }

    /** Which of the results is written, or refused, next. */
    int index() {
        return next;
    }

    /** The run that was written last is acked when it is settled. */
    void endRun(long root, long value) {
        unsettled.add(root, value, taken);
    }

    /**
     * Acks what is settled by now; whether there was anything. The output is asked as long as it holds anything that is
     * not settled, be it a part of a run that is longer than its room: perhaps it gets room only so. An idle one is
     * asked, too, but seldom.
     */
    boolean settle(AckBuffer acks, long nowNanos) throws Exception {
        Output output = plugin.instance();
        if (output == null) {
            return reopen(acks);
        }
        if (unsettled.isEmpty() && settled >= taken && !nextLook.isDue(nowNanos)) {
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
        boolean any = false;
        while (unsettled.isFirstSettled(settled)) {
            acks.ack(unsettled.root(), unsettled.value());
            unsettled.remove();
            any = true;
        }
        return any;
    }

    private boolean reopen(AckBuffer acks) throws Exception {
        if (!plugin.open()) {
            return false;
        }
        lose(acks.losing());
        next = 0;
        takenBefore = taken;
        settled = taken;
        return true;
    }

    /** Tells the roots of all that is not settled, which may be lost from now on. */
    void lose(LongConsumer roots) {
        unsettled.roots(roots);
        unsettled.clear();
    }

    /** Whether it was published; false while it is away. */
    boolean seal() throws Exception {
        Output output = plugin.instance();
        if (output == null) {
            return false;
        }
        try {
            output.seal();
            return true;
        } catch (Exception e) {
            plugin.failed(e);
            return false;
        }
    }

    void close() throws Exception {
        plugin.close();
    }
}
