package io.sardonyx.claim;

import io.sardonyx.connect.provider.ProcessQueue;
import io.sardonyx.node.SegmentQueue;
import io.sardonyx.node.StatusReporter;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the task that the current thread runs can use of its node. */
public final class CallScope implements StatusReporter {

    private static final ThreadLocal<@Nullable CallScope> CURRENT = new ThreadLocal<>();

    private final Map<String, Object> resources;
    private final @Nullable String last;
    private final long fence;
    private volatile @Nullable String progress;

    CallScope(Map<String, Object> resources, @Nullable String last, long fence) {
        this.resources = resources;
        this.last = last;
        this.fence = fence;
        this.progress = last;
    }

    /**
     * The scope of the task that this thread runs.
     *
     * @throws IllegalStateException outside of a task
     */
    public static CallScope current() {
        CallScope scope = CURRENT.get();
        if (scope == null) {
            throw new IllegalStateException(
                    "only a task that runs on a node has a status and queues, and only on its own thread: ask there,"
                            + " and hand them to other threads");
        }
        return scope;
    }

    void enter() {
        CURRENT.set(this);
    }

    static void leave() {
        CURRENT.remove();
    }

    /** The queue of that name in this process. */
    public SegmentQueue queue(String name) {
        Object there = resources.computeIfAbsent(ProcessQueue.resource(name), key -> new ProcessQueue(name));
        return (ProcessQueue) there;
    }

    /** The latest text that was reported, by this run or the one before; null if there was none. */
    @Nullable
    String progress() {
        return progress;
    }

    @Override
    public void report(String text) {
        progress = text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }

    @Override
    public Optional<String> last() {
        return Optional.ofNullable(last);
    }

    @Override
    public long fence() {
        return fence;
    }
}
