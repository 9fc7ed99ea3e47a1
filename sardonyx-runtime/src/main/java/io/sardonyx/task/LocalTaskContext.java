package io.sardonyx.task;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Context of one task of one peer, given to functions, plugins and lifecycles; used on the thread of the task's turn.
 */
final class LocalTaskContext implements TaskContext {

    private final TaskDefinition plan;
    private final LongSupplier clock;
    private final LongSupplier fence;
    private final Map<String, Object> common;
    private final Map<String, Object> own;
    private final Parameters parameters;

    /**
     * @param fence the fence that the task works under at present
     * @param common resources that the process provides to all tasks
     */
    LocalTaskContext(TaskDefinition plan, LongSupplier clock, LongSupplier fence, Map<String, Object> common) {
        this(plan, clock, fence, common, new HashMap<>(), Parameters.NONE);
    }

    private LocalTaskContext(
            TaskDefinition plan,
            LongSupplier clock,
            LongSupplier fence,
            Map<String, Object> common,
            Map<String, Object> own,
            Parameters parameters) {
        this.plan = plan;
        this.clock = clock;
        this.fence = fence;
        this.common = common;
        this.own = own;
        this.parameters = parameters;
    }

    /** A view with these parameters; resources are shared with the original. */
    LocalTaskContext with(Parameters others) {
        return new LocalTaskContext(plan, clock, fence, common, own, others);
    }

    /** Forgets the resources provided by the task's own lifecycles, before a restart. */
    void clear() {
        own.clear();
    }

    @Override
    public JobId job() {
        return plan.self().job();
    }

    @Override
    public TaskName task() {
        return plan.self().task();
    }

    @Override
    public PeerId peer() {
        return plan.self().peer();
    }

    @Override
    public int slot() {
        return plan.self().slot();
    }

    @Override
    public long fence() {
        return fence.getAsLong();
    }

    @Override
    public boolean hasCheckpoints() {
        return plan.job().checkpoint() != null;
    }

    @Override
    public String writerId() {
        return plan.claim() == null
                ? TaskContext.super.writerId()
                : plan.claim().writerId();
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public Parameters metadata() {
        return plan.job().metadata();
    }

    @Override
    public List<JobId> resumes() {
        return plan.job().resumes();
    }

    @Override
    public long nanoTime() {
        return clock.getAsLong();
    }

    @Override
    public Optional<Object> resource(String name) {
        Object mine = own.get(name);
        return Optional.ofNullable(mine != null ? mine : common.get(name));
    }

    @Override
    public void provide(String name, Object resource) {
        own.put(name, resource);
    }
}
