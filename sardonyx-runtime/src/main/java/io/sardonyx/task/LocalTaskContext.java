package io.sardonyx.task;

import io.sardonyx.job.Job;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.value.Assignment;
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

    private final Assignment self;
    private final Job job;
    private final LongSupplier clock;
    private final Map<String, Object> common;
    private final Map<String, Object> own;
    private final Parameters parameters;

    /** @param common resources that the process provides to all tasks */
    LocalTaskContext(Assignment self, Job job, LongSupplier clock, Map<String, Object> common) {
        this(self, job, clock, common, new HashMap<>(), Parameters.NONE);
    }

    private LocalTaskContext(
            Assignment self,
            Job job,
            LongSupplier clock,
            Map<String, Object> common,
            Map<String, Object> own,
            Parameters parameters) {
        this.self = self;
        this.job = job;
        this.clock = clock;
        this.common = common;
        this.own = own;
        this.parameters = parameters;
    }

    /** A view with these parameters; resources are shared with the original. */
    LocalTaskContext with(Parameters others) {
        return new LocalTaskContext(self, job, clock, common, own, others);
    }

    /** Forgets the resources provided by the task's own lifecycles, before a restart. */
    void clear() {
        own.clear();
    }

    @Override
    public JobId job() {
        return self.job();
    }

    @Override
    public TaskName task() {
        return self.task();
    }

    @Override
    public PeerId peer() {
        return self.peer();
    }

    @Override
    public int slot() {
        return self.slot();
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public Parameters metadata() {
        return job.metadata();
    }

    @Override
    public List<JobId> resumes() {
        return job.resumes();
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
