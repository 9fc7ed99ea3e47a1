package io.sardonyx;

import io.sardonyx.claim.CallScope;
import io.sardonyx.claim.CallTask;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeSettings;
import io.sardonyx.claim.SharedLocks;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.source.Functions;
import io.sardonyx.lambda.LambdaData;
import io.sardonyx.lambda.ValueCodec;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.NodeListDocument.ListedNode;
import io.sardonyx.node.NodeLock;
import io.sardonyx.node.NodeTask;
import io.sardonyx.node.SegmentQueue;
import io.sardonyx.node.StatusReporter;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Executor over the nodes that share a store: runs lambdas on them, and gives locks that all processes share. Nodes are
 * started by {@code node start}; this process need not be one.
 *
 * <pre>{@code
 * try (Nodes nodes = Nodes.connect("file:/var/lib/orders")) {
 *     String file = "2024-05-01.csv";
 *     nodes.submit(() -> Orders.load(file))
 *             .onDone(count -> System.out.println(count + " orders"))
 *             .onFailureOrTimeout(() -> System.out.println(file + " is left"));
 * }
 * }</pre>
 *
 * <p>A submission is a document in the store, claimed by a lease as the partitions of jobs are: it outlives this
 * process, a node that dies is replaced, and a task that throws is tried again a few times. So tasks may run more than
 * once. All methods may be called from any thread.
 */
public final class Nodes implements AutoCloseable {

    /** Most submissions of this object that may be open at a time: each is a document that every node reads. */
    public static final int MOST_OPEN = 10_000;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final NodeClient client;
    private final FunctionLoader classes;
    private final SharedLocks locks;
    private final ValueCodec values;
    private final ExecutionFollower follower;
    /* The store if it has to be closed, else null. */
    private final @Nullable Store owned;

    private Nodes(Store store, Functions functions, Duration lease, @Nullable Store owned) {
        this.client = new NodeClient(store.documents(), PATIENCE, InstantSource.system());
        this.classes = FunctionLoader.of(functions);
        this.locks = new SharedLocks(store.documents(), lease, InstantSource.system());
        this.values = new ValueCodec(classes, locks::register);
        this.follower = new ExecutionFollower(client, values);
        this.owned = owned;
    }

    /** Opens the store at an address, which {@link #close} closes. */
    public static Nodes connect(String address) {
        Store opened = Stores.open(address);
        return new Nodes(opened, Functions.onClassPath(), NodeSettings.DEFAULT_LEASE, opened);
    }

    /** The nodes that share a store, which remains the caller's to close. */
    public static Nodes over(Store store) {
        return over(store, Functions.onClassPath(), NodeSettings.DEFAULT_LEASE);
    }

    /**
     * As {@link #over(Store)}, with classes from elsewhere than the class path.
     *
     * @param functions finds the classes of tasks and of their results
     * @param lease for how long locks stay held after this process has died
     */
    public static Nodes over(Store store, Functions functions, Duration lease) {
        return new Nodes(store, functions, lease, null);
    }

    /**
     * Submits a task to any node.
     *
     * @throws IllegalArgumentException that says why it cannot travel; nothing is submitted then
     * @throws StoreUnreachable if the store does not answer; whether it is submitted is unknown then
     */
    public Execution<Void> submit(NodeTask.Action task) {
        return submit(call(task, null, Duration.ZERO));
    }

    /** Submits a task that gives a value back to any node. */
    public <R> Execution<R> submit(NodeTask.Returning<R> task) {
        return submit(call(task, null, Duration.ZERO));
    }

    /**
     * Submits a task to any node.
     *
     * @param timeout after which it counts as failed, from now on; the node that runs it interrupts it
     */
    public Execution<Void> submit(NodeTask.Action task, Duration timeout) {
        return submit(call(task, null, positive(timeout)));
    }

    /** Submits a task that gives a value back to any node, with a timeout. */
    public <R> Execution<R> submit(NodeTask.Returning<R> task, Duration timeout) {
        return submit(call(task, null, positive(timeout)));
    }

    private static Duration positive(Duration timeout) {
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException("a timeout is at least 1 ms, not " + timeout);
        }
        return timeout;
    }

    private CallTask call(NodeTask task, @Nullable String node, Duration timeout) {
        return new CallTask(LambdaData.of(task, classes, values), node, timeout.toMillis());
    }

    <R> Execution<R> submit(CallTask call) {
        String id = String.format("%015x-%s", System.currentTimeMillis(), UUID.randomUUID());
        var execution = new Execution<R>(this, id, call);
        follower.follow(execution, MOST_OPEN);
        try {
            client.submit(id, call);
        } catch (RuntimeException e) {
            follower.forget(execution);
            throw e;
        }
        follower.stored(execution);
        return execution;
    }

    void end(Execution<?> execution, Execution.State end, String reason) {
        follower.end(execution, end, reason);
    }

    void callBack(Runnable callback) {
        follower.callBack(callback);
    }

    /**
     * The nodes with a worker to spare, as far as the store tells: one that died lately may be among them. Empty if
     * there is none.
     */
    public List<Node> idle() {
        NodeListDocument listed = client.nodes();
        Map<String, Integer> load = client.load();
        var idle = new ArrayList<Node>();
        for (ListedNode node : listed.nodes()) {
            int spare = node.workers() - load.getOrDefault(node.token(), 0);
            if (spare > 0) {
                idle.add(new Node(this, node.token(), spare));
            }
        }
        return List.copyOf(idle);
    }

    /** As {@link #idle}, but waits until there is one; empty if there is none for this time. */
    public List<Node> awaitIdle(Duration atMost) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            List<Node> idle = idle();
            if (!idle.isEmpty() || System.nanoTime() - start >= atMost.toNanos()) {
                return idle;
            }
            LockSupport.parkNanos(LOOK_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("while waiting for an idle node");
            }
        }
    }

    /** A lock of this name that all processes with the same store share. A task may capture it. */
    public NodeLock lock(String name) {
        return locks.lock(name, 1);
    }

    /**
     * A semaphore of this name that all processes with the same store share. A task may capture it.
     *
     * @param permits how many may hold it at a time; the same in all processes
     */
    public NodeLock semaphore(String name, int permits) {
        return locks.lock(name, permits);
    }

    /**
     * Inside a task: the queue of this name in the process that runs it, by which it gives segments to a job that reads
     * {@code Inputs.queue(name)} there.
     *
     * @throws IllegalStateException outside of a task
     */
    public static SegmentQueue queue(String name) {
        return CallScope.current().queue(name);
    }

    /**
     * Inside a task: how it tells its progress.
     *
     * @throws IllegalStateException outside of a task
     */
    public static StatusReporter status() {
        return CallScope.current();
    }

    /** Follows no submission any more; nodes go on with them, and their outcomes are kept for some minutes. */
    @Override
    public void close() {
        follower.close();
        locks.close();
        if (owned != null) {
            owned.close();
        }
    }

    /** A node that was idle when it was asked for. */
    public static final class Node {

        private final Nodes nodes;
        private final String token;
        private final int spare;

        private Node(Nodes nodes, String token, int spare) {
            this.nodes = nodes;
            this.token = token;
            this.spare = spare;
        }

        /** Identity of the process. */
        public String token() {
            return token;
        }

        /** How many workers it had to spare. */
        public int spare() {
            return spare;
        }

        /** Submits a task to this node and no other: it fails when the node dies or leaves, and is not tried again. */
        public Execution<Void> submit(NodeTask.Action task) {
            return nodes.submit(nodes.call(task, token, Duration.ZERO));
        }

        /** As {@link #submit(NodeTask.Action)}, with a timeout. */
        public Execution<Void> submit(NodeTask.Action task, Duration timeout) {
            return nodes.submit(nodes.call(task, token, positive(timeout)));
        }

        /** Submits a task that gives a value back to this node and no other. */
        public <R> Execution<R> submit(NodeTask.Returning<R> task) {
            return nodes.submit(nodes.call(task, token, Duration.ZERO));
        }

        /**
         * Takes it off the list of nodes in the store, so that nobody counts on it. One that lives lists itself again
         * soon, and what it holds is never taken from it.
         */
        public void markDead() {
            nodes.client.remove(token);
        }

        @Override
        public String toString() {
            return "node " + token;
        }
    }
}
