package io.sardonyx.bench.own;

import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Running;
import io.sardonyx.bench.work.Segments;
import io.sardonyx.bench.work.Tally;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Outputs that add up what arrives, and report it when no more will. */
public final class Tallied implements Output {

    private final Tally tally;
    private final Consumer<Object> adding;
    private final CountDownLatch ended;
    private long taken;

    private Tallied(Tally tally, Consumer<Object> adding, CountDownLatch ended) {
        this.tally = tally;
        this.adding = adding;
        this.ended = ended;
    }

    public static Output events(@Param("ended") CountDownLatch ended) {
        var tally = new Tally();
        return new Tallied(tally, event -> tally.add((Event) event), ended);
    }

    @SuppressWarnings("unchecked")
    public static Output segments(@Param("ended") CountDownLatch ended) {
        var tally = new Tally();
        return new Tallied(tally, segment -> tally.add(Segments.digest((Map<String, Object>) segment)), ended);
    }

    public static Output running(@Param("trial") Trial trial, @Param("ended") CountDownLatch ended) {
        var tally = new Tally();
        return new Tallied(tally, running -> tally.add((Running) running, trial.firstRecorded()), ended);
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
        Board.post(tally);
        ended.countDown();
    }
}
