package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Connection of one process to the simulated store: delays calls and replies in virtual time, loses them, and is cut by
 * outages and suspended sessions.
 *
 * <p>Calls arrive in the order in which they were made; their replies may overtake each other.
 */
public final class SimulatedConnection implements Store {

    private static final Logger LOG = System.getLogger(SimulatedConnection.class.getName());
    private static final long RETRY_NANOS = 100_000_000;

    private final SimulatedStore store;
    private final RandomFaults faults;
    private final VirtualTime time;
    private SimulatedSession session = new SimulatedSession();
    /** Calls that were made and not answered. */
    private final List<PendingCall> pending = new ArrayList<>();

    private long lastArrivalNanos;
    private boolean dead;
    private boolean closed;

    public SimulatedConnection(SimulatedStore store, RandomFaults faults, VirtualTime time) {
        this.store = store;
        this.faults = faults;
        this.time = time;
    }

    /**
     * A call that was made and not answered.
     *
     * @param name of the document, blob or log
     * @param entries that are appended to a log
     */
    public record PendingCall(Kind kind, String name, List<byte[]> entries) {

        /** What a call does. */
        public enum Kind {
            READ,
            WRITE,
            DELETE,
            APPEND
        }

        PendingCall(Kind kind, String name) {
            this(kind, name, List.of());
        }
    }

    /** The calls that were made and not answered. */
    public List<PendingCall> pending() {
        return List.copyOf(pending);
    }

    /** Notes a call until it is answered. */
    <T> CompletionStage<T> noted(PendingCall call, CompletionStage<T> answer) {
        pending.add(call);
        var unused = answer.whenComplete((value, failure) -> pending.remove(call));
        return answer;
    }

    public SimulatedSession session() {
        return session;
    }

    /** Opens a new session after the former one was lost, as a client does that reconnects. */
    public void renew() {
        session = new SimulatedSession();
    }

    /** Kills the process without closing anything; its session lives on until the store expires it. */
    public void kill() {
        dead = true;
    }

    public boolean isDead() {
        return dead;
    }

    /**
     * Makes a call that fails when the connection is cut or the store is full or when chance loses it before or after
     * it was applied.
     */
    <T> CompletionStage<T> call(boolean write, Supplier<T> action) {
        if (closed) {
            throw new IllegalStateException("this opening of the store is closed");
        }
        var answer = new CompletableFuture<T>();
        SimulatedSession mine = session;
        // The caller cannot tell a write that was lost before it was applied from one whose reply was lost after it.
        RandomFaults.Fate fate = faults.fate(write);
        time.after(arrival(fate.thereNanos()), () -> {
            var result = new CompletableFuture<T>();
            if (isCut(mine) || fate.lostBefore()) {
                result.completeExceptionally(new IllegalStateException("no answer"));
            } else if (write && store.isFull()) {
                result.completeExceptionally(new IllegalStateException("no space left"));
            } else {
                attempt(action, result);
                if (fate.lostAfter()) {
                    result.obtrudeException(new IllegalStateException("no answer"));
                }
            }
            time.after(fate.backNanos(), () -> deliver(result, answer));
        });
        return answer;
    }

    /**
     * Makes a call of blobs, which takes as long as its bytes do and does not keep other calls waiting. A write that is
     * under way when its process dies arrives all the same.
     */
    <T> CompletionStage<T> blobCall(RandomFaults.BlobFate fate, boolean write, Supplier<T> action) {
        if (closed) {
            throw new IllegalStateException("this opening of the store is closed");
        }
        var answer = new CompletableFuture<T>();
        SimulatedSession mine = session;
        time.after(fate.thereNanos(), () -> {
            var result = new CompletableFuture<T>();
            if (isCut(mine) || fate.fails()) {
                result.completeExceptionally(new IllegalStateException("no answer"));
            } else if (write && store.isFull()) {
                result.completeExceptionally(new IllegalStateException("no space left"));
            } else {
                attempt(action, result);
            }
            if (fate.lostAfter()) {
                result.obtrudeException(new IllegalStateException("no answer"));
            }
            time.after(fate.backNanos(), () -> deliver(result, answer));
        });
        return answer;
    }

    RandomFaults faults() {
        return faults;
    }

    private static <T> void attempt(Supplier<T> action, CompletableFuture<T> result) {
        try {
            result.complete(action.get());
        } catch (IllegalArgumentException refused) {
            result.completeExceptionally(refused);
        }
    }

    private <T> void deliver(CompletableFuture<T> result, CompletableFuture<T> answer) {
        if (!dead) {
            var unused = result.whenComplete((value, failure) -> {
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        }
    }

    /** Delay until a call arrives, such that calls stay in order (FIFO). */
    private long arrival(long thereNanos) {
        lastArrivalNanos = Math.max(lastArrivalNanos, time.nowNanos() + thereNanos);
        return lastArrivalNanos - time.nowNanos();
    }

    private boolean isCut(SimulatedSession mine) {
        return store.isDown() || mine.isSuspended() || mine.isOver();
    }

    /** Releases a lease, with retries until the store has applied it or the session has expired. */
    void release(String name, long fence, SimulatedSession mine) {
        time.after(arrival(1), () -> {
            if (!mine.isOver() && !isCut(mine)) {
                store.leases().free(name, fence);
            } else if (!mine.isOver() && !dead) {
                time.after(RETRY_NANOS, () -> release(name, fence, mine));
            }
        });
    }

    /**
     * A watch callback as delivered to this process: delayed or lost by chance, and coalesced while one is under way.
     */
    SimulatedWatches.Nudge through(Runnable nudge) {
        return new SimulatedWatches.Nudge() {
            private boolean onItsWay;

            @Override
            public void give() {
                if (!onItsWay) {
                    faults.nudgeDelayNanos().ifPresent(delay -> {
                        onItsWay = true;
                        time.after(delay, this::arrive);
                    });
                }
            }

            @Override
            public boolean isInVain() {
                return dead;
            }

            private void arrive() {
                onItsWay = false;
                if (!dead) {
                    run(nudge);
                }
            }
        };
    }

    /** Runs a watch callback; an exception is a bug of its owner and must not keep other callbacks from running. */
    private static void run(Runnable nudge) {
        try {
            nudge.run();
        } catch (RuntimeException bug) {
            LOG.log(Logger.Level.ERROR, "a nudge threw", bug);
        }
    }

    @Override
    public Log log(String name) {
        return new ConnectedLog(StorePreconditions.name(name), store, this);
    }

    @Override
    public Documents documents() {
        return new ConnectedDocuments(store.documents(), this);
    }

    @Override
    public Leases leases() {
        return new ConnectedLeases(store.leases(), this);
    }

    @Override
    public Optional<Blobs> blobs() {
        return Optional.of(new ConnectedBlobs(store.blobs(), this));
    }

    @Override
    public void close() {
        closed = true;
        store.leases().expire(session);
        session.learn();
    }
}
