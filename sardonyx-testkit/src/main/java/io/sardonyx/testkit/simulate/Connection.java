package io.sardonyx.testkit.simulate;

import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** One process's way to the store, with all that can happen on it. */
final class Connection implements Store {

    private final SimulatedStore store;
    private final Weather weather;
    private final VirtualTime time;
    private Session session = new Session();
    private boolean dead;

    Connection(SimulatedStore store, Weather weather, VirtualTime time) {
        this.store = store;
        this.weather = weather;
        this.time = time;
    }

    Session session() {
        return session;
    }

    /** A client that lost its session connects anew. */
    void renew() {
        session = new Session();
    }

    void kill() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    private <T> CompletionStage<T> call(boolean write, Supplier<T> action) {
        var answer = new CompletableFuture<T>();
        Session mine = session;
        Weather.Fate fate = weather.fate(write);
        time.after(fate.thereNanos(), () -> {
            boolean reached = !store.isDown() && !mine.isSuspended() && !mine.isOver() && !fate.lostBefore();
            Optional<T> result = reached ? Optional.of(action.get()) : Optional.empty();
            time.after(fate.backNanos(), () -> deliver(answer, fate.lostAfter() ? Optional.empty() : result));
        });
        return answer;
    }

    private <T> void deliver(CompletableFuture<T> answer, Optional<T> result) {
        if (!dead) {
            result.ifPresentOrElse(
                    answer::complete, () -> answer.completeExceptionally(new IllegalStateException("no answer")));
        }
    }

    private SimulatedStore.Nudge through(Runnable nudge) {
        return () -> weather.nudgeDelayNanos()
                .ifPresent(delay -> time.after(delay, () -> {
                    if (!dead) {
                        nudge.run();
                    }
                }));
    }

    @Override
    public Log log(String name) {
        return new Log() {
            @Override
            public CompletionStage<Long> append(List<byte[]> entries) {
                return call(true, () -> store.append(entries));
            }

            @Override
            public CompletionStage<Slice> read(long from, int limit) {
                return call(false, () -> store.read(from, limit));
            }

            @Override
            public CompletionStage<Optional<Origin>> origin() {
                return call(false, store::origin);
            }

            @Override
            public CompletionStage<Boolean> rebase(Origin origin) {
                return call(true, () -> store.rebase(origin));
            }

            @Override
            public Watch onAppend(Runnable nudge) {
                SimulatedStore.Nudge given = through(nudge);
                store.watchAppends(given);
                return () -> store.unwatchAppends(given);
            }
        };
    }

    @Override
    public Documents documents() {
        throw new IllegalStateException("no documents are simulated yet");
    }

    @Override
    public Leases leases() {
        return new Leases() {
            @Override
            public CompletionStage<Optional<Lease>> claim(String name, String holder) {
                Session mine = session;
                return call(true, () -> store.claim(name, mine).map(fence -> new SimulatedLease(name, fence, mine)));
            }

            @Override
            public CompletionStage<Boolean> isHeld(String name) {
                return call(false, () -> store.isHeld(name));
            }

            @Override
            public Watch onFree(String name, Runnable nudge) {
                SimulatedStore.Nudge given = through(nudge);
                store.watchFree(name, given);
                return () -> store.unwatchFree(name, given);
            }
        };
    }

    @Override
    public void close() {
        store.expire(session);
    }

    private final class SimulatedLease implements Lease {
        private final String name;
        private final long fence;
        private final Session mine;

        SimulatedLease(String name, long fence, Session mine) {
            this.name = name;
            this.fence = fence;
            this.mine = mine;
        }

        @Override
        public long fence() {
            return fence;
        }

        @Override
        public Standing standing() {
            return mine.standing();
        }

        @Override
        public Watch onChange(Runnable nudge) {
            mine.watch(nudge);
            return () -> mine.unwatch(nudge);
        }

        @Override
        public void close() {
            if (!mine.isOver()) {
                store.free(name, mine);
            }
        }
    }
}
