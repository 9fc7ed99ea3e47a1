package io.sardonyx.claim;

import io.sardonyx.channel.LocalChannels;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.source.Functions;
import io.sardonyx.lambda.ValueCodec;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.worker.WorkerPool;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * This process as a node: the threads that run a {@link NodeLoop} and the tasks of its copies of jobs. All methods may
 * be called from any thread.
 */
public final class NodeProcess implements AutoCloseable {

    private final Map<String, Object> resources = new ConcurrentHashMap<>();
    private final WorkerPool workers;
    private final ExecutorService listing;
    private final ExecutorService calls;
    private final SharedLocks locks;
    private final NodeLoop node;
    private final LoopThread<NodeLoop> thread;

    /**
     * Starts the node.
     *
     * @param store remains the caller's to close
     * @param threads that run tasks
     * @param observer called on the node's thread after every turn that did something; it must not block
     */
    public NodeProcess(
            Store store,
            NodeSettings settings,
            Functions functions,
            Secrets secrets,
            int threads,
            Consumer<NodeState> observer) {
        var chance = new SecureRandom();
        FunctionLoader loader = FunctionLoader.of(functions);
        this.workers = new WorkerPool(threads);
        this.listing = Executors.newSingleThreadExecutor(task -> daemon(task, "sardonyx-list"));
        this.calls = Executors.newCachedThreadPool(task -> {
            Thread caller = daemon(task, "sardonyx-call");
            caller.setContextClassLoader(loader.loader());
            return caller;
        });
        this.locks = new SharedLocks(store.documents(), settings.lease(), settings.wallClock());
        var processResources = new ProcessResources(
                loader,
                PluginRegistry.in(loader.loader()),
                new LocalChannels(),
                workers,
                resources,
                System::nanoTime,
                settings.wallClock(),
                StateBudget.ofHeap(),
                chance::nextLong,
                List::of,
                secrets);
        this.node = new NodeLoop(
                store.documents(),
                settings,
                processResources,
                new SplittableRandom(chance.nextLong()),
                listing,
                new CallWork.Services(
                        calls, loader, new ValueCodec(loader, locks::register), resources, System::nanoTime));
        this.thread = new LoopThread<>("sardonyx-node", node, it -> observer.accept(it.state()));
    }

    private static Thread daemon(Runnable task, String name) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Registers an object under a name for functions, inputs and outputs in this process. It is never serialized. */
    public NodeProcess provide(String name, Object resource) {
        resources.put(name, resource);
        return this;
    }

    /** The node as it was after its last turn. */
    public NodeState state() {
        return node.state();
    }

    /** What the node has done so far. */
    public NodeCounters counters() {
        return node.counters();
    }

    /** Waits until it is over, for any reason; returns false on timeout. */
    public boolean await(Duration atMost) throws InterruptedException {
        return thread.await(atMost);
    }

    /** The exception that ended its thread, or null if there is none. */
    public @Nullable Throwable failure() {
        return thread.failure();
    }

    /**
     * Leaves gracefully: reads nothing new, finishes what was read, and gives its partitions back at their positions.
     * Returns whether that was done within the timeout; if not, other nodes wait for the leases to expire.
     */
    public boolean leave(Duration atMost) throws InterruptedException {
        thread.tell(NodeLoop::leave);
        return thread.await(atMost) && thread.failure() == null;
    }

    /** Stops at once; without {@link #leave} before, its leases are left to expire. */
    @Override
    public void close() {
        thread.close();
        workers.close();
        listing.shutdownNow();
        calls.shutdownNow();
        locks.close();
    }
}
