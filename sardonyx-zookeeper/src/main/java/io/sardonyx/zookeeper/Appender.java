package io.sardonyx.zookeeper;

import io.sardonyx.port.Log;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.CreateResult;

/**
 * The append queue of a log: group commit, with one {@code multi} in flight and later calls batched into the next.
 *
 * <p>ZooKeeper's sequence numbers count the creations below a parent, and only whole batches are created there: so they
 * are positions without gaps. When a batch fails, every queued call fails too; otherwise later entries would overtake
 * those that the caller has to append again. Thread-safe: the queue is guarded by this object's monitor, and callers'
 * futures complete outside of it.
 */
final class Appender {

    /** Below jute.maxbuffer, 1 MiB by default: the server refuses a larger request and closes the connection. */
    private static final int MAX_REQUEST_BYTES = 960_000;

    private static final int MAX_REQUEST_ENTRIES = 500;

    /** Estimated bytes of an operation in a request, without its path and data. */
    private static final int OPERATION_BYTES = 64;

    /**
     * Last position that is assigned; the reserve below 2³¹ is for other processes that do not know the log's end yet.
     */
    private static final long LAST_POSITION = Integer.MAX_VALUE - 1_000_000L;

    private final Znodes znodes;
    private final LogPaths paths;
    private final Deque<Waiting> queue = new ArrayDeque<>();

    /** Whether a batch is in flight. */
    private boolean busy;

    /** Position behind the last entry that this process has appended. */
    private long end;

    Appender(Znodes znodes, LogPaths paths) {
        this.znodes = znodes;
        this.paths = paths;
    }

    /** A queued call and its future; its entries may be split over several batches. */
    private static final class Waiting {
        final List<byte[]> entries;
        final CompletableFuture<Long> answer = new CompletableFuture<>();
        int taken;
        int settled;
        long first = -1;

        Waiting(List<byte[]> entries) {
            this.entries = entries;
        }

        boolean isTaken() {
            return taken == entries.size();
        }
    }

    /** A {@code multi} in flight: the calls that it has entries of, in order, and the number of entries of each. */
    private record Batch(List<Waiting> calls, List<Integer> counts, List<Op> operations) {}

    CompletableFuture<Long> append(List<byte[]> entries) {
        var waiting = new Waiting(entries.stream().map(byte[]::clone).toList());
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("nothing to append");
        }
        for (byte[] entry : entries) {
            if (entry.length > Log.MAX_ENTRY_BYTES) {
                throw new IllegalArgumentException(
                        "an entry has " + entry.length + " bytes, more than " + Log.MAX_ENTRY_BYTES);
            }
        }
        synchronized (this) {
            if (end > LAST_POSITION) {
                throw new IllegalStateException("the log at " + paths.base() + " has " + end
                        + " entries: ZooKeeper's 32-bit sequence numbers are used up; begin a log of another name");
            }
            queue.add(waiting);
            if (busy) {
                return waiting.answer;
            }
            busy = true;
        }
        sendNext();
        return waiting.answer;
    }

    private void sendNext() {
        Batch batch;
        synchronized (this) {
            if (queue.isEmpty()) {
                busy = false;
                return;
            }
            batch = nextBatch();
        }
        var sent = znodes.multi(batch.operations());
        var answered = Znodes.recovering(
                sent, Code.NONODE, () -> begin().thenCompose(begun -> znodes.multi(batch.operations())));
        Znodes.finish(answered, (results, failure) -> {
            if (results != null) {
                settle(batch, results);
            } else {
                fail(batch, Objects.requireNonNull(failure));
            }
        });
    }

    /** Creates the parent znodes. A batch that failed for lack of them had no effect, so it can be retried. */
    private CompletableFuture<Boolean> begin() {
        return znodes.ensure(paths.entries()).thenCompose(entries -> znodes.ensure(paths.tail()));
    }

    /**
     * Takes entries from the queue up to the limits of a request, and adds the write to the tail that triggers watches.
     */
    private Batch nextBatch() {
        var batch = new Batch(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        int overhead = OPERATION_BYTES + paths.nextEntry().length();
        int bytes = 2 * overhead;
        for (Waiting call : queue) {
            int before = call.taken;
            while (!call.isTaken() && batch.operations().size() < MAX_REQUEST_ENTRIES) {
                byte[] entry = call.entries.get(call.taken);
                bytes += entry.length + overhead;
                if (bytes > MAX_REQUEST_BYTES && !batch.operations().isEmpty()) {
                    break;
                }
                batch.operations().add(znodes.creation(paths.nextEntry(), entry, CreateMode.PERSISTENT_SEQUENTIAL));
                call.taken++;
            }
            if (call.taken > before) {
                batch.calls().add(call);
                batch.counts().add(call.taken - before);
            }
            if (!call.isTaken()) {
                break;
            }
        }
        while (!queue.isEmpty() && queue.element().isTaken()) {
            queue.remove();
        }
        batch.operations().add(Op.setData(paths.tail(), Znodes.NOTHING, -1));
        return batch;
    }

    private void settle(Batch batch, List<OpResult> results) {
        long position;
        try {
            position = firstPosition(results);
        } catch (IllegalStateException broken) {
            fail(batch, broken);
            return;
        }
        sendNext();
        for (int i = 0; i < batch.calls().size(); i++) {
            Waiting call = batch.calls().get(i);
            boolean isLast = settle(call, position, batch.counts().get(i));
            if (isLast) {
                call.answer.complete(call.first);
            }
            position += batch.counts().get(i);
        }
    }

    /** Whether all entries of the call are in the log now. */
    private synchronized boolean settle(Waiting call, long position, int count) {
        if (call.first < 0) {
            call.first = position;
        }
        call.settled += count;
        return call.settled == call.entries.size();
    }

    /**
     * Checks that the batch was numbered without gaps and behind all earlier ones.
     *
     * @throws IllegalStateException if not, as after a loss of ZooKeeper's data
     */
    private synchronized long firstPosition(List<OpResult> results) {
        long first = position(results.get(0));
        long last = position(results.get(results.size() - 2));
        if (last - first != results.size() - 2) {
            throw new IllegalStateException("a batch was not numbered without gaps: from " + first + " to " + last);
        }
        if (first < end) {
            throw new IllegalStateException("the log at " + paths.base() + " went backwards: it had " + end
                    + " entries and now " + first + "; was ZooKeeper's data lost or restored?");
        }
        end = last + 1;
        return first;
    }

    private long position(OpResult result) {
        return paths.position(((CreateResult) result).getPath());
    }

    /** Fails the calls of the batch and all that are queued, to keep the order of appends. */
    private void fail(Batch batch, Throwable failure) {
        List<Waiting> failed;
        synchronized (this) {
            failed = new ArrayList<>(batch.calls());
            queue.stream().filter(call -> !failed.contains(call)).forEach(failed::add);
            queue.clear();
            busy = false;
        }
        failed.forEach(call -> call.answer.completeExceptionally(failure));
    }
}
