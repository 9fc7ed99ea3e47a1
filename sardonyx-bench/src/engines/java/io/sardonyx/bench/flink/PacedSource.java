package io.sardonyx.bench.flink;

import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Pace;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.jspecify.annotations.Nullable;

/** Waits until an event is due; a source of Flink has a thread of its own. */
final class PacedSource implements GeneratorFunction<Long, Event> {

    private final long perSecond;
    private transient @Nullable Pace pace;

    PacedSource(long perSecond) {
        this.perSecond = perSecond;
    }

    @Override
    public Event map(Long index) {
        Pace started = pace == null ? new Pace(System.nanoTime(), perSecond) : pace;
        pace = started;
        Board.begin();
        return started.awaited(index);
    }
}
