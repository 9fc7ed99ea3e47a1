package io.sardonyx.function;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A context with resources and nothing else of interest. */
public record StubContext(Map<String, Object> resources) implements TaskContext {

    public StubContext() {
        this(new HashMap<>());
    }

    @Override
    public JobId job() {
        return JobId.of("job");
    }

    @Override
    public TaskName task() {
        return TaskName.of("task");
    }

    @Override
    public PeerId peer() {
        return PeerId.of("peer");
    }

    @Override
    public int slot() {
        return 0;
    }

    @Override
    public Parameters parameters() {
        return Parameters.NONE;
    }

    @Override
    public Parameters metadata() {
        return Parameters.NONE;
    }

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public Optional<Object> resource(String name) {
        return Optional.ofNullable(resources.get(name));
    }

    @Override
    public void provide(String name, Object resource) {
        resources.put(name, resource);
    }
}
