package io.sardonyx.bench;

import io.sardonyx.bench.Lap.Pace;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Writes a history to a log, reads it through other openings, and lets a follower run after a writer. */
final class LogTrial {

    /** As many as a follower asks for. */
    private static final int PER_READ = 256;

    private static final int CALLS_IN_FLIGHT = 8;
    private static final long PATIENCE_SECONDS = 120;

    private final StoredHistory history;
    private final long grown;
    private final long end;

    /**
     * What one trial found.
     *
     * @param appended alone, with nobody watching
     * @param appendedWhileFollowed with a follower in the same process
     * @param lag entries that the follower had not applied when the last append was answered
     * @param lateMillis how long it then took to the end
     */
    record Figures(Pace appended, Pace read, Pace followed, Pace appendedWhileFollowed, long lag, double lateMillis) {}

    LogTrial(StoredHistory history) {
        this.history = history;
        this.grown = history.grownSize();
        this.end = grown + history.lifeSize();
    }

    /** Both addresses are those of empty stores; the writer stays, since a memory store goes with its last opening. */
    Figures run(String address, String other) throws Exception {
        Pace appended;
        Pace read;
        Pace followed;
        try (Store writing = Stores.open(address)) {
            append(writing, history.growth());
            appended = append(writing, history.life());
            try (Store reading = Stores.open(address)) {
                read = read(reading.log(LogScanner.LOG));
            }
            try (Store reading = Stores.open(address)) {
                followed = follow(reading);
            }
        }
        try (Store writing = Stores.open(other);
                Store reading = Stores.open(other)) {
            return chase(writing, reading, appended, read, followed);
        }
    }

    private static Pace append(Store store, List<List<byte[]>> calls) throws InterruptedException {
        Log log = store.log(LogScanner.LOG);
        var free = new Semaphore(CALLS_IN_FLIGHT);
        var failed = new AtomicReference<Throwable>();
        Lap start = Lap.now();
        for (List<byte[]> call : calls) {
            free.acquire();
            var unused = log.append(call).whenComplete((first, failure) -> {
                failed.compareAndSet(null, failure);
                free.release();
            });
        }
        free.acquire(CALLS_IN_FLIGHT);
        Lap stop = Lap.now();
        if (failed.get() != null) {
            throw new IllegalStateException("an append failed", failed.get());
        }
        return start.until(stop, calls.stream().mapToInt(List::size).sum());
    }

    private Pace read(Log log) throws Exception {
        long position = read(log, 0, grown);
        Lap start = Lap.now();
        long reached = read(log, position, end);
        return start.until(Lap.now(), reached - position);
    }

    private static long read(Log log, long from, long to) throws Exception {
        long position = from;
        while (position < to) {
            var slice = log.read(position, PER_READ).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (slice.entries().isEmpty()) {
                throw new IllegalStateException("nothing at " + position + " of " + to);
            }
            position += slice.entries().size();
        }
        return position;
    }

    private Pace follow(Store store) throws Exception {
        var following = new Following(store, grown - 1, end - 1);
        try (var thread = new LoopThread<>("follower", following, it -> {})) {
            var first = await(thread, following.first());
            var last = last(thread, following);
            return first.at().until(last.at(), last.position() - first.position());
        }
    }

    private Figures chase(Store writing, Store reading, Pace appended, Pace read, Pace followed) throws Exception {
        var following = new Following(reading, grown - 1, end - 1);
        try (var thread = new LoopThread<>("follower", following, it -> {})) {
            append(writing, history.growth());
            await(thread, following.first());
            Pace meanwhile = append(writing, history.life());
            Lap answered = Lap.now();
            long lag = end - 1 - following.position();
            double late =
                    Math.max(0, answered.millisUntil(last(thread, following).at()));
            return new Figures(appended, read, followed, meanwhile, lag, late);
        }
    }

    private static Following.Mark await(LoopThread<?> thread, CompletableFuture<Following.Mark> mark) throws Exception {
        CompletableFuture.anyOf(mark, thread.over()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (!mark.isDone()) {
            throw new IllegalStateException("the follower stopped", thread.failure());
        }
        return mark.join();
    }

    private Following.Mark last(LoopThread<?> thread, Following following) throws Exception {
        var last = await(thread, following.last());
        if (!last.state().equals(history.last())) {
            throw new IllegalStateException("the follower came to another replica than the history");
        }
        return last;
    }
}
