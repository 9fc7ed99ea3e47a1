package io.sardonyx.bench.own;

import io.sardonyx.bench.work.Addition;
import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Running;
import io.sardonyx.bench.work.Segments;
import io.sardonyx.bench.work.Tally;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Outputs that add up what arrives; one of all peers is told when no more will, and stops the clock. */
public final class Tallied implements Output {

    private final Consumer<Object> adding;
    private final CountDownLatch ended;
    private long taken;

    private Tallied(Consumer<Object> adding, CountDownLatch ended) {
        this.adding = adding;
        this.ended = ended;
    }

    public static Output events(@Param("ended") CountDownLatch ended) {
        Tally tally = Board.joined();
        return new Tallied(event -> tally.add((Event) event), ended);
    }

    @SuppressWarnings("unchecked")
    public static Output segments(@Param("ended") CountDownLatch ended) {
        Tally tally = Board.joined();
        return new Tallied(segment -> tally.add(Segments.digest((Map<String, Object>) segment)), ended);
    }

    public static Output running(@Param("trial") Trial trial, @Param("ended") CountDownLatch ended) {
        Tally tally = Board.joined();
        return new Tallied(running -> tally.add((Running) running, trial.firstRecorded()), ended);
    }

    public static Output counts(@Param("ended") CountDownLatch ended) {
        Tally tally = Board.joined();
        return new Tallied(
                it -> {
                    var count = (Totals.Count) it;
                    tally.addAll(count.count(), Lines.digest(count.word(), count.count()));
                },
                ended);
    }

    /** Counts of which another process sees the others; a lifecycle tells each when there are no more. */
    public static Output share() {
        return counts(new CountDownLatch(1));
    }

    /** The same with sums. */
    public static Output shareOfSums() {
        return sums(new CountDownLatch(1));
    }

    public static Output sums(@Param("ended") CountDownLatch ended) {
        Tally tally = Board.joined();
        return new Tallied(sum -> tally.add(Additions.digest((Addition) sum)), ended);
    }

    @Override
    public int write(Object[] segments, int from, int to) {
        for (int i = from; i < to; i++) {
            adding.accept(segments[i]);
        }
        taken += to - from;
        return to - from;
    }

    @Override
    public long settled() {
        return taken;
    }

    @Override
    public void seal() {
        Board.end();
        ended.countDown();
    }
}
