package io.sardonyx.claim;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.function.BadFunction;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.json.BadInput;
import io.sardonyx.lambda.ValueCodec;
import io.sardonyx.partition.PartitionWork;
import io.sardonyx.plugin.Lifecycle.StopReason;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A call that was submitted to nodes, on a thread of its own. Its progress goes with the renewals of its lease, its
 * result with the write that marks it as done. A call that is stopped is interrupted.
 */
final class CallWork implements PartitionWork {

    /**
     * What calls need of the process.
     *
     * @param threads one for each call at a time
     * @param resources of the process by name, among them its queues
     * @param clock monotonic time in nanoseconds
     */
    record Services(
            Executor threads,
            FunctionLoader classes,
            ValueCodec values,
            Map<String, Object> resources,
            LongSupplier clock) {}

    private final Services services;
    private final PartitionWork.Grant grant;
    private final Runnable nudge;
    private final CallScope scope;
    private final long startNanos;
    /* 0 until it is known, and if there is none. */
    private volatile long timeoutMillis;
    private volatile @Nullable Thread thread;
    private volatile @Nullable String result;
    private volatile @Nullable String failure;
    private volatile boolean refused;
    private volatile boolean stopped;
    private volatile boolean ended;

    private CallWork(Grant grant, Services services, Runnable nudge) {
        this.grant = grant;
        this.services = services;
        this.nudge = nudge;
        this.startNanos = services.clock.getAsLong();
        this.scope = new CallScope(services.resources, grant.document().position(), grant.fence());
    }

    /** Starts a call. */
    static CallWork started(Grant grant, Services services, Runnable nudge) {
        var call = new CallWork(grant, services, nudge);
        try {
            services.threads.execute(call::run);
        } catch (RejectedExecutionException e) {
            call.failure = "the node is being closed";
            call.ended = true;
        }
        return call;
    }

    private void run() {
        begin();
        scope.enter();
        try {
            CallTask task = CallTask.of(grant.document().task());
            timeoutMillis = task.timeoutMillis();
            var code = task.lambda().bind(services.classes, services.values);
            Object value = stopped ? null : code.call();
            result = services.values.encode(value);
        } catch (BadFunction | BadInput e) {
            refused = true;
            failure = told(e);
        } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
            failure = told(e);
        } finally {
            CallScope.leave();
            finish();
        }
    }

    private synchronized void begin() {
        thread = Thread.currentThread();
        if (stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void finish() {
        thread = null;
        ended = true;
        boolean unused = Thread.interrupted(); // the thread serves other calls
        if (failure == null && result == null) {
            failure = "it ended without a result";
        }
        nudge.run();
    }

    private static String told(Throwable failure) {
        String message = failure.getMessage();
        return failure instanceof IllegalArgumentException && message != null ? message : failure.toString();
    }

    @Override
    public void drain() {
        // What runs is finished, if it takes no longer than the node waits.
    }

    @Override
    public boolean isQuiet() {
        return ended;
    }

    @Override
    public synchronized void stop(StopReason reason) {
        if (!ended && !stopped) {
            stopped = true;
            Thread running = thread;
            if (running != null) {
                running.interrupt();
            }
        }
    }

    @Override
    public boolean isClosed() {
        return ended;
    }

    @Override
    public boolean isDone() {
        return ended && result != null;
    }

    @Override
    public @Nullable String failure() {
        if (ended) {
            return failure;
        }
        return isLate() ? "it ran for longer than its timeout of " + timeoutMillis + " ms" : null;
    }

    private boolean isLate() {
        long limit = timeoutMillis;
        return limit > 0 && TimeUnit.NANOSECONDS.toMillis(services.clock.getAsLong() - startNanos) >= limit;
    }

    /**
     * A call that cannot run here fails for good, as no other node is known to have the right class; and so do one that
     * only this node may run and one that took too long.
     */
    @Override
    public int attempts(int most) {
        return refused || isLate() || grant.document().task().arguments().get(ClaimDocuments.NODE) != null ? 1 : most;
    }

    /** Its progress; once it is done, its result. */
    @Override
    public Checkpoint settled() {
        String done = result;
        return new Checkpoint(ended && done != null ? done : scope.progress(), false, grant.fence());
    }

    @Override
    public boolean isWaiting() {
        return false;
    }

    @Override
    public void written(Checkpoint checkpoint) {
        // Nobody waits for it.
    }
}
