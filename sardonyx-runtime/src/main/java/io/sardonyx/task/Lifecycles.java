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

/** All lifecycles of a task, called one after another. */
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

    boolean mayStart(TaskPhases.Surroundings phases) throws Exception {
        for (Lifecycle lifecycle : lifecycles) {
            phases.enter(Phase.START_TASK);
            if (!lifecycle.mayStart(context)) {
                return false;
            }
        }
        return true;
    }

    void beforeTask(TaskPhases.Surroundings phases) throws Exception {
        for (Lifecycle lifecycle : lifecycles) {
            phases.enter(Phase.BEFORE_TASK);
            lifecycle.beforeTask(context);
        }
    }

    /** A batch was read. */
    void opened(Batch batch, TaskPhases.Surroundings phases) throws Exception {
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

    /** The function was applied to a run of it. */
    void applied(Results results, TaskPhases.Surroundings phases) throws Exception {
        if (lifecycles.isEmpty()) {
            return;
        }
        for (Lifecycle lifecycle : lifecycles) {
            phases.enter(Phase.AFTER_APPLY);
            lifecycle.afterApply(context, view(results.items(), results.size()));
        }
    }

    /** The batch is done. */
    void closed(TaskPhases.Surroundings phases) throws Exception {
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

    /** Every one is told of the end, whatever another throws at it, which is told in turn. */
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

    /** The first that does not defer decides; one that fails itself is no help, so the job ends. */
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
