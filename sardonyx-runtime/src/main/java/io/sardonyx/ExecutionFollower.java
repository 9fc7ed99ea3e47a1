package io.sardonyx;

import io.sardonyx.claim.NodeClient;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.lambda.ValueCodec;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.Sighting;
import io.sardonyx.port.Unreadable;
import io.sardonyx.port.Watch;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the documents of submitted tasks: reads all open ones when the store tells that some have changed, and now
 * and then; ends those that took too long or whose node is gone; removes those whose outcome is known.
 */
final class ExecutionFollower implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutionFollower.class);

    /** Longest time between two looks while tasks are open. */
    private static final long LOOK_MILLIS = 200;

    /** Least pause after a look, so that a store with many changes is not read all the time. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Pause after a look in terms of how long it took: a look reads all open tasks, of which there may be many. */
    private static final long PAUSES_PER_LOOK = 3;

    private final NodeClient client;
    private final ValueCodec values;
    private final Map<String, Execution<?>> open = new ConcurrentHashMap<>();
    /* Tasks whose documents are stored. */
    private final Map<String, Execution<?>> stored = new ConcurrentHashMap<>();
    /* As last seen; confined to the thread. */
    private final Map<String, Sighting<PartitionDocument>> seen = new TreeMap<>();
    private final Semaphore nudges = new Semaphore(0);
    private final ExecutorService callbacks;
    private final Watch watch;
    private final Thread thread;
    private volatile boolean closed;

    ExecutionFollower(NodeClient client, ValueCodec values) {
        this.client = client;
        this.values = values;
        this.callbacks = Executors.newSingleThreadExecutor(task -> daemon(task, "sardonyx-callbacks"));
        this.watch = client.onCalls(nudges::release);
        this.thread = daemon(this::run, "sardonyx-executions");
        thread.start();
    }

    private static Thread daemon(Runnable task, String name) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to follow a task whose document is about to be written. */
    void follow(Execution<?> execution, int mostOpen) {
        if (closed) {
            throw new IllegalStateException("it is closed, and submits nothing any more");
        }
        if (open.size() >= mostOpen) {
            throw new IllegalStateException("at most " + mostOpen + " tasks may be open at a time; wait for some");
        }
        open.put(execution.id(), execution);
    }

    /** Takes note that its document is written. */
    void stored(Execution<?> execution) {
        stored.put(execution.id(), execution);
        nudges.release();
    }

    void forget(Execution<?> execution) {
        open.remove(execution.id());
        stored.remove(execution.id());
    }

    private void run() {
        long pauseNanos = PAUSE_NANOS;
        while (!closed) {
            try {
                if (stored.isEmpty()) {
                    nudges.acquire();
                } else {
                    boolean unused = nudges.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                    LockSupport.parkNanos(pauseNanos);
                }
                nudges.drainPermits();
                long begin = System.nanoTime();
                look();
                pauseNanos = Math.max(PAUSE_NANOS, PAUSES_PER_LOOK * (System.nanoTime() - begin));
            } catch (StoreUnreachable | Unreadable e) {
                if (!closed) {
                    LOG.warn("submitted tasks cannot be followed: {}", e.getMessage());
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void look() {
        List<Execution<?>> all = List.copyOf(stored.values());
        if (all.isEmpty()) {
            return;
        }
        Map<String, Sighting<PartitionDocument>> found =
                client.calls(all.stream().map(Execution::id).toList());
        NodeListDocument nodes = all.stream().anyMatch(it -> it.call().node() != null) ? client.nodes() : null;
        long nowNanos = System.nanoTime();
        for (Execution<?> execution : all) {
            Sighting<PartitionDocument> now = found.get(execution.id());
            Sighting<PartitionDocument> before = seen.get(execution.id());
            if (now != null && before != null) {
                now = before.then(now.version(), now.document(), nowNanos);
            }
            if (now != null) {
                seen.put(execution.id(), now);
            }
            look(execution, now, nodes, nowNanos);
        }
        seen.keySet().retainAll(stored.keySet());
    }

    private void look(
            Execution<?> execution,
            @Nullable Sighting<PartitionDocument> found,
            @Nullable NodeListDocument nodes,
            long nowNanos) {
        if (found == null) {
            finish(execution, Execution.State.FAILED, "its document was removed from the store", null);
            return;
        }
        PartitionDocument document = found.document();
        if (!document.isOutstanding()) {
            finish(execution, found);
            return;
        }
        boolean free = document.lock().isFree();
        execution.saw(
                free ? Execution.State.WAITING : Execution.State.RUNNING,
                free ? null : document.lock().holder(),
                document.position() == null ? "" : document.position());
        String node = execution.call().node();
        if (execution.isLate(nowNanos)) {
            end(
                    execution,
                    Execution.State.TIMED_OUT,
                    "it was not done within " + execution.call().timeoutMillis() + " ms");
        } else if (node != null && nodes != null && isGone(node, found, nodes, nowNanos)) {
            end(execution, Execution.State.FAILED, "node " + node + ", which alone may run it, is gone");
        }
    }

    /** Whether the only node that may run a task let its lease end, or has left before it claimed the task. */
    private static boolean isGone(
            String node, Sighting<PartitionDocument> found, NodeListDocument nodes, long nowNanos) {
        var lock = found.document().lock();
        return lock.isFree() ? nodes.position(node) < 0 : lock.isExpired(found.observation(), nowNanos);
    }

    /** Ends a task that is not over yet; if its document tells another end, that one counts. */
    void end(Execution<?> execution, Execution.State end, String reason) {
        if (execution.state().isOver()) {
            return;
        }
        Sighting<PartitionDocument> left = client.fail(execution.id(), reason).orElse(null);
        if (left == null) {
            finish(execution, end, reason, null);
        } else if (left.document().isDone()) {
            finish(execution, left);
        } else {
            finish(execution, end, reason, null);
            remove(execution, left.version());
        }
    }

    private void finish(Execution<?> execution, Sighting<PartitionDocument> ended) {
        PartitionDocument document = ended.document();
        if (!document.isDone()) {
            finish(execution, Execution.State.FAILED, document.failure(), null);
        } else {
            try {
                String result = document.position();
                finish(execution, Execution.State.DONE, "", result == null ? null : values.decode(result));
            } catch (IllegalArgumentException e) {
                finish(execution, Execution.State.FAILED, "its result cannot be used: " + e.getMessage(), null);
            }
        }
        remove(execution, ended.version());
    }

    private void finish(Execution<?> execution, Execution.State end, String reason, @Nullable Object value) {
        forget(execution);
        execution.ended(end, reason, value).forEach(this::callBack);
    }

    /** The document goes when the callbacks have run, so that a process that dies in them leaves it to be found. */
    private void remove(Execution<?> execution, long version) {
        callBack(() -> client.removeCall(execution.id(), version));
    }

    /** Runs a callback on the thread of callbacks. */
    void callBack(Runnable callback) {
        try {
            callbacks.execute(() -> {
                try {
                    callback.run();
                } catch (RuntimeException e) {
                    LOG.warn("a callback of a submitted task failed", e);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("closed before a callback could run", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        watch.close();
        thread.interrupt();
        callbacks.shutdown();
    }
}
