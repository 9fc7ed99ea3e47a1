package io.sardonyx.bench;

import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Loop;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** A follower that gets turns as that of a group does, and notes when it gets to two positions. */
final class Following implements Loop, Follower.Reader<Replica> {

    private final Follower<Replica> follower;
    private final long firstMark;
    private final long lastMark;
    private final CompletableFuture<Mark> first = new CompletableFuture<>();
    private final CompletableFuture<Mark> last = new CompletableFuture<>();
    private volatile long position = -1;

    /** Where the follower was, and when. */
    record Mark(long position, Lap at, Replica state) {}

    Following(Store store, long firstMark, long lastMark) {
        var backOff = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(1), RandomGenerator.getDefault());
        var log = store.log(LogScanner.LOG);
        this.follower = new Follower<>(
                        log,
                        new ReplicaFold(),
                        this,
                        backOff,
                        Duration.ofSeconds(1).toNanos())
                .fromBeginning();
        this.firstMark = firstMark;
        this.lastMark = lastMark;
    }

    CompletableFuture<Mark> first() {
        return first;
    }

    CompletableFuture<Mark> last() {
        return last;
    }

    long position() {
        return position;
    }

    @Override
    public boolean turn(long nowNanos) {
        boolean worked = follower.turn(nowNanos);
        if (follower.position() != position) {
            position = follower.position();
            note(firstMark, first);
            note(lastMark, last);
        }
        return worked;
    }

    private void note(long mark, CompletableFuture<Mark> answer) {
        if (position >= mark && !answer.isDone()) {
            answer.complete(new Mark(position, Lap.now(), follower.state()));
        }
    }

    @Override
    public boolean isOver() {
        return false;
    }

    @Override
    public void close() {
        follower.close();
    }

    @Override
    public void read(Entry<Replica> entry, Change<Replica> change) {}

    @Override
    public void restarted(Replica state, long from) {
        throw new IllegalStateException("nobody trims this log");
    }
}
