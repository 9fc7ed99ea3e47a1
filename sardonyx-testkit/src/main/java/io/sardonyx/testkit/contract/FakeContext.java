package io.sardonyx.testkit.contract;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Test double of {@link TaskContext}, to run a plugin without an engine; its clock moves only by {@link #pass}. */
public final class FakeContext implements TaskContext {

    private final JobId job;
    private final TaskName task;
    private final PeerId peer;
    private final int slot;
    private final Parameters parameters;
    private long fence;
    private boolean checkpoints;
    /* The claimed partition by which a writer is known; null for its slot. */
    private @Nullable String partition;
    private final Map<String, Object> resources = new LinkedHashMap<>();
    private long nanoTime;

    private FakeContext(JobId job, TaskName task, PeerId peer, int slot, Parameters parameters) {
        this.job = job;
        this.task = task;
        this.peer = peer;
        this.slot = slot;
        this.parameters = parameters;
    }

    /** Context of the first peer of the task {@code task} of the job {@code job}. */
    public static FakeContext of(Parameters parameters) {
        return new FakeContext(JobId.of("job"), TaskName.of("task"), PeerId.of("peer-0"), 0, parameters);
    }

    /** A copy for another job. */
    public FakeContext ofJob(String other) {
        return copied(new FakeContext(JobId.of(other), task, peer, slot, parameters));
    }

    /** A copy for another task. */
    public FakeContext ofTask(String other) {
        return copied(new FakeContext(job, TaskName.of(other), peer, slot, parameters));
    }

    /** A copy for another peer of the same task, in this slot. */
    public FakeContext by(String other, int place) {
        return copied(new FakeContext(job, task, PeerId.of(other), place, parameters));
    }

    /** A copy in a job with checkpoints, under a fence. */
    public FakeContext withCheckpoints(long number) {
        FakeContext other = copied(new FakeContext(job, task, peer, slot, parameters));
        other.fence = number;
        other.checkpoints = true;
        return other;
    }

    /** A copy for a node that has claimed a partition, under a fence. */
    public FakeContext holding(String claimed, long number) {
        FakeContext other = copied(new FakeContext(job, task, PeerId.of("peer-" + number), slot, parameters));
        other.fence = number;
        other.partition = claimed;
        return other;
    }

    private FakeContext copied(FakeContext other) {
        other.fence = fence;
        other.checkpoints = checkpoints;
        other.partition = partition;
        other.resources.putAll(resources);
        other.nanoTime = nanoTime;
        return other;
    }

    /** Moves the clock forward. */
    public void pass(Duration time) {
        nanoTime += time.toNanos();
    }

    @Override
    public JobId job() {
        return job;
    }

    @Override
    public TaskName task() {
        return task;
    }

    @Override
    public PeerId peer() {
        return peer;
    }

    @Override
    public int slot() {
        return slot;
    }

    @Override
    public String writerId() {
        return partition == null ? TaskContext.super.writerId() : partition;
    }

    @Override
    public long fence() {
        return fence;
    }

    @Override
    public boolean hasCheckpoints() {
        return checkpoints;
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public Parameters metadata() {
        return Parameters.NONE;
    }

    @Override
    public long nanoTime() {
        return nanoTime;
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
