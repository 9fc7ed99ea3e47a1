package io.sardonyx.function;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.Optional;

/** The context of a task as one of its calls sees it: with the parameters of that call. */
record CallContext(TaskContext around, Parameters parameters) implements TaskContext {

    @Override
    public JobId job() {
        return around.job();
    }

    @Override
    public TaskName task() {
        return around.task();
    }

    @Override
    public PeerId peer() {
        return around.peer();
    }

    @Override
    public int slot() {
        return around.slot();
    }

    @Override
    public Parameters metadata() {
        return around.metadata();
    }

    @Override
    public long nanoTime() {
        return around.nanoTime();
    }

    @Override
    public Optional<Object> resource(String name) {
        return around.resource(name);
    }

    @Override
    public void provide(String name, Object resource) {
        around.provide(name, resource);
    }
}
