package io.sardonyx.bench.coordinators;

import io.sardonyx.coordinator.Roster;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Loop;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** A follower of the coordinator's log that tells when an event that is waited for was read. */
final class EventWatch implements Loop, Follower.Reader<Roster> {

    private static final Duration POLL = Duration.ofSeconds(1);

    private final Follower<Roster> follower;
    private volatile Awaited awaited = new Awaited(entry -> false, new CompletableFuture<>());

    private record Awaited(Predicate<Entry<Roster>> which, CompletableFuture<Long> atNanos) {}

    EventWatch(Store store, ClusterParameters cluster) {
        var backOff = new BackOff(Duration.ofMillis(50), POLL, RandomGenerator.getDefault());
        this.follower =
                new Follower<>(store.log(RosterFold.log(cluster)), new RosterFold(), this, backOff, POLL.toNanos());
    }

    /** When the next such event is read. */
    CompletableFuture<Long> next(Predicate<Entry<Roster>> which) {
        var next = new Awaited(which, new CompletableFuture<>());
        awaited = next;
        return next.atNanos;
    }

    @Override
    public boolean turn(long nowNanos) {
        return follower.turn(nowNanos);
    }

    @Override
    public boolean isOver() {
        return false;
    }

    @Override
    public void read(Entry<Roster> entry, Change<Roster> change) {
        Awaited now = awaited;
        if (now.which.test(entry)) {
            now.atNanos.complete(System.nanoTime());
        }
    }

    @Override
    public void restarted(Roster state, long position) {}

    @Override
    public void close() {
        follower.close();
    }
}
