package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Batch;
import io.sardonyx.function.Results;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Lifecycle.Decision;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.secret.Secrets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Composite of a task's lifecycle callbacks, called in order; enters a phase before each call, so that the watchdog can
 * time it.
 */
final class Lifecycles {

    private final List<Lifecycle> lifecycles;
    private final TaskContext context;
    private final Secrets secrets;

    Lifecycles(List<Lifecycle> lifecycles, TaskContext context, Secrets secrets) {
        this.lifecycles = lifecycles;
        this.context = context;
        this.secrets = secrets;
    }

    boolean isEmpty() {
        return lifecycles.isEmpty();
    }

    /** Whether every lifecycle agrees to start; the rest are not asked after the first that does not. */
    boolean mayStart(TaskResources.Surroundings phases) throws Exception {
        for (Lifecycle lifecycle : lifecycles) {
            phases.enter(Phase.START_TASK);
            if (!lifecycle.mayStart(context)) {
                return false;
            }
        }
        return true;
    }

    void beforeTask(TaskResources.Surroundings phases) throws Exception {
        for (Lifecycle lifecycle : lifecycles) {
            phases.enter(Phase.BEFORE_TASK);
            lifecycle.beforeTask(context);
        }
    }

    /** Calls {@code beforeBatch} and {@code afterRead} once a batch was read. */
    void opened(Batch batch, TaskResources.Surroundings phases) throws Exception {
        if (lifecycles.isEmpty()) {
            return;
        }
        for (Lifecycle lifecycle : lifecycles) {
            phases.enter(Phase.BEFORE_BATCH);
            lifecycle.beforeBatch(context);
        }
        for (Lifecycle lifecycle : lifecycles) {
            phases.enter(Phase.AFTER_READ);
            lifecycle.afterRead(context, view(batch.segments(), batch.size()));
        }
    }

    /** Calls {@code afterApply} once the function was applied to a whole run. */
    void applied(Results results, TaskResources.Surroundings phases) throws Exception {
        if (lifecycles.isEmpty()) {
            return;
        }
        for (Lifecycle lifecycle : lifecycles) {
            phases.enter(Phase.AFTER_APPLY);
            lifecycle.afterApply(context, view(results.items(), results.size()));
        }
    }

    /** Calls {@code afterBatch} once every run of the batch was written. */
    void closed(TaskResources.Surroundings phases) throws Exception {
        if (lifecycles.isEmpty()) {
            return;
        }
        for (Lifecycle lifecycle : lifecycles) {
            phases.enter(Phase.AFTER_BATCH);
            lifecycle.afterBatch(context);
        }
    }

    private static List<Object> view(Object[] segments, int size) {
        return Collections.unmodifiableList(Arrays.asList(segments).subList(0, size));
    }

    /**
     * Calls {@code afterTask} of every lifecycle, even if an earlier one throws; each exception is logged and passed
     * on.
     */
    void afterTask(StopReason reason, CallProgress progress, Consumer<Throwable> failures) {
        for (Lifecycle lifecycle : lifecycles) {
            progress.step();
            try {
                lifecycle.afterTask(context, reason);
            } catch (Exception | Error e) {
                LazyLoggers.of(Lifecycles.class)
                        .warn(
                                "a lifecycle of task {} of job {} failed at the end",
                                context.task(),
                                context.job(),
                                secrets.redacted(e));
                failures.accept(e);
            }
        }
    }

    /**
     * Asks how to handle an exception: the first lifecycle that does not defer decides. One that throws kills the job.
     */
    Decision decide(Phase phase, Exception exception) {
        for (Lifecycle lifecycle : lifecycles) {
            Decision decision;
            try {
                decision = lifecycle.handleException(context, phase, exception);
            } catch (RuntimeException | Error e) {
                LazyLoggers.of(Lifecycles.class)
                        .warn(
                                "a lifecycle of task {} of job {} failed to decide",
                                context.task(),
                                context.job(),
                                secrets.redacted(e));
                exception.addSuppressed(e);
                return Decision.KILL;
            }
            if (decision != Decision.DEFER) {
                return decision;
            }
        }
        return Decision.DEFER;
    }
}
