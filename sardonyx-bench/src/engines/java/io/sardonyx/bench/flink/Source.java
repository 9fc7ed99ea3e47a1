package io.sardonyx.bench.flink;

import io.sardonyx.bench.work.Board;
import java.io.Serializable;
import java.util.function.LongFunction;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.datagen.source.GeneratorFunction;

/** Makes things by their number. */
final class Source<T> implements GeneratorFunction<Long, T> {

    private final Making<T> making;

    Source(Making<T> making) {
        this.making = making;
    }

    @Override
    public void open(SourceReaderContext context) {
        Board.begin();
    }

    @Override
    public T map(Long index) {
        return making.apply(index);
    }

    /** How a thing is made; travels with the plan of a job. */
    interface Making<T> extends LongFunction<T>, Serializable {}
}
