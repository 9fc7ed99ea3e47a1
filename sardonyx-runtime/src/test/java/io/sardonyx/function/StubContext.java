package io.sardonyx.function;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A context with resources, of some peer in some slot, and nothing else of interest. */
public record StubContext(Map<String, Object> resources, PeerId peer, int slot) implements TaskContext {

    public StubContext() {
        this(new HashMap<>());
    }

    public StubContext(Map<String, Object> resources) {
        this(resources, PeerId.of("peer"), 0);
    }

    /** As another peer in another slot sees it. */
    public StubContext by(String otherPeer, int otherSlot) {
        return new StubContext(resources, PeerId.of(otherPeer), otherSlot);
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
