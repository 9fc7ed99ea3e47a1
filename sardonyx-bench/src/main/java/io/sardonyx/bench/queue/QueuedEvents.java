package io.sardonyx.bench.queue;

import io.sardonyx.bench.work.Pace;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Partition;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Events that are made by their number, as fast as they are taken or when they are due. */
public final class QueuedEvents implements Input {

    /** Partitions of an input as fast as it goes; a paced one has a single partition, so that events are in order. */
    private static final int PARTITIONS = 4;

    private final QueueTrial trial;
    private final QueueTally tally;
    private final int partitions;
    private final String padding;
    private final @Nullable Pace pace;

    private QueuedEvents(QueueTrial trial, QueueTally tally) {
        this.trial = trial;
        this.tally = tally;
        this.partitions = trial.filters() ? 1 : PARTITIONS;
        this.padding = " ".repeat(trial.paddingBytes());
        this.pace = trial.perSecond() == 0 ? null : trial.pace();
    }

    public static Input input(@Param("trial") QueueTrial trial, @Param("tally") QueueTally tally) {
        return new QueuedEvents(trial, tally);
    }

    @Override
    public List<String> partitions() {
        return IntStream.range(0, partitions).mapToObj(String::valueOf).toList();
    }

    @Override
    public Partition open(String partition, @Nullable String position) {
        tally.begin();
        return new Reader(position == null ? Long.parseLong(partition) : Long.parseLong(position));
    }

    private final class Reader implements Partition {

        private long next;

        Reader(long next) {
            this.next = next;
        }

        @Override
        public int poll(Object[] segments) {
            int count = 0;
            long now = pace == null ? 0 : System.nanoTime();
            while (count < segments.length && next < trial.inputs()) {
                long due = pace == null ? 0 : pace.due(next);
                if (due - now > 0) {
                    break;
                }
                segments[count++] = EventRecord.of(next, due, padding);
                next += partitions;
            }
            return count;
        }

        @Override
        public long restNanos() {
            return pace == null ? 0 : Math.max(0, pace.due(next) - System.nanoTime());
        }

        @Override
        public String position() {
            return Long.toString(next);
        }

        @Override
        public boolean isAtEnd() {
            return next >= trial.inputs();
        }
    }
}
