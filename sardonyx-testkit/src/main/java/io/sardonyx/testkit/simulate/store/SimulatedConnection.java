package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.lang.System.Logger;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * One process's way to the store, with all that can happen on it.
 *
 * <p>Calls arrive in the order in which they were made; their answers come as they like.
 */
public final class SimulatedConnection implements Store {

    private static final Logger LOG = System.getLogger(SimulatedConnection.class.getName());
    private static final long RETRY_NANOS = 100_000_000;

    private final SimulatedStore store;
    private final RandomFaults weather;
    private final VirtualTime time;
    private SimulatedSession session = new SimulatedSession();
    private long lastArrivalNanos;
    private boolean dead;
    private boolean closed;

    public SimulatedConnection(SimulatedStore store, RandomFaults weather, VirtualTime time) {
        this.store = store;
        this.weather = weather;
        this.time = time;
    }

    public SimulatedSession session() {
        return session;
    }

    /** A client that lost its session connects anew. */
    public void renew() {
        session = new SimulatedSession();
    }

    /** The process is gone without a word; its session lives on until the store ends it. */
    public void kill() {
        dead = true;
    }

    public boolean isDead() {
        return dead;
    }

    <T> CompletionStage<T> call(boolean write, Supplier<T> action) {
        if (closed) {
            throw new IllegalStateException("this opening of the store is closed");
        }
        var answer = new CompletableFuture<T>();
        SimulatedSession mine = session;
        RandomFaults.Fate fate = weather.fate(write);
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

    /** Nothing overtakes what was sent before. */
    private long arrival(long thereNanos) {
        lastArrivalNanos = Math.max(lastArrivalNanos, time.nowNanos() + thereNanos);
        return lastArrivalNanos - time.nowNanos();
    }

    private boolean isCut(SimulatedSession mine) {
        return store.isDown() || mine.isSuspended() || mine.isOver();
    }

    /** Gives a name back, again and again until the store has heard it or has ended the session by itself. */
    void release(String name, long fence, SimulatedSession mine) {
        time.after(arrival(1), () -> {
            if (!mine.isOver() && !isCut(mine)) {
                store.leases().free(name, fence);
            } else if (!mine.isOver() && !dead) {
                time.after(RETRY_NANOS, () -> release(name, fence, mine));
            }
        });
    }

    /** The way of nudges to this process; those that are on their way at the same time become one. */
    SimulatedWatches.Nudge through(Runnable nudge) {
        return new SimulatedWatches.Nudge() {
            private boolean onItsWay;

            @Override
            public void give() {
                if (!onItsWay) {
                    weather.nudgeDelayNanos().ifPresent(delay -> {
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

    /** A nudge that throws is its owner's bug; the others are nudged all the same. */
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
    public void close() {
        closed = true;
        store.leases().expire(session);
        session.learn();
    }
}
