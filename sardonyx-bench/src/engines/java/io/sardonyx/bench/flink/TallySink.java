package io.sardonyx.bench.flink;

import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Tally;
import java.io.Serializable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Adds up what arrives, and reports it when no more will. */
record TallySink<T>(Adding<T> adding) implements Sink<T> {

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return new TallyWriter<>(adding);
    }

    /** How a thing is added; travels with the plan of a job. */
    interface Adding<T> extends BiConsumer<Tally, T>, Serializable {}

    private record TallyWriter<T>(Adding<T> adding, Tally tally) implements SinkWriter<T> {

        TallyWriter(Adding<T> adding) {
            this(adding, new Tally());
        }

        @Override
        public void write(T thing, Context context) {
            adding.accept(tally, thing);
        }

        /** The last result is there before the last checkpoint, for which a job with checkpoints waits. */
        @Override
        public void flush(boolean endOfInput) {
            if (endOfInput) {
                Board.post(tally);
            }
        }

        @Override
        public void close() {}
    }
}
