package io.sardonyx.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Tally;
import java.io.Serializable;
import java.util.function.BiConsumer;

/** Adds up what arrives, and reports it when no more will. */
final class Sink<T> extends AbstractProcessor {

    private final Adding<T> adding;
    private final Tally tally = new Tally();

    Sink(Adding<T> adding) {
        this.adding = adding;
    }

    @Override
    @SuppressWarnings("unchecked")
    protected boolean tryProcess(int ordinal, Object item) {
        adding.accept(tally, (T) item);
        return true;
    }

    @Override
    public boolean complete() {
        Board.post(tally);
        return true;
    }

    /** How a thing is added; travels with the plan of a job. */
    interface Adding<T> extends BiConsumer<Tally, T>, Serializable {}
}
