package io.sardonyx.bench.limit;

import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Events;
import io.sardonyx.bench.work.Pace;
import io.sardonyx.bench.work.RunningCounts;
import io.sardonyx.bench.work.Tally;
import io.sardonyx.bench.work.Trial;

/** W5 by hand: a thread that makes events when they are due, and one that counts them. */
final class PacedLoops {

    private static final int ITEMS_IN_FLIGHT = 1 << 14;

    private PacedLoops() {}

    static Tally pair(Trial trial) {
        var ring = new Ring<Event>(ITEMS_IN_FLIGHT);
        var pace = Pace.from(System.nanoTime(), trial);
        return Pair.run(
                () -> {
                    for (long i = 0; i < trial.inputs(); i++) {
                        ring.put(Events.map(pace.awaited(i)));
                    }
                },
                () -> {
                    var tally = new Tally();
                    var counts = new RunningCounts();
                    for (long i = 0; i < trial.inputs(); i++) {
                        tally.add(counts.next(ring.take()), trial.firstRecorded());
                    }
                    return tally;
                });
    }
}
