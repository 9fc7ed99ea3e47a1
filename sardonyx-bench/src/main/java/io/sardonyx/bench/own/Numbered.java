package io.sardonyx.bench.own;

import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Events;
import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Pace;
import io.sardonyx.bench.work.Segments;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Partition;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Inputs that are made by their number, as fast as they are taken or when they are due. */
public final class Numbered implements Input {

    private final LongFunction<Object> making;
    private final long inputs;
    private final int partitions;
    private final @Nullable Pace pace;

    private Numbered(LongFunction<Object> making, long inputs, int partitions, @Nullable Pace pace) {
        this.making = making;
        this.inputs = inputs;
        this.partitions = partitions;
        this.pace = pace;
    }

    public static Input events(@Param("trial") Trial trial) {
        return dealt(Events::of, trial);
    }

    public static Input segments(@Param("trial") Trial trial) {
        return dealt(Segments::of, trial);
    }

    public static Input lines(@Param("trial") Trial trial) {
        return dealt(Lines::of, trial);
    }

    public static Input additions(@Param("trial") Trial trial) {
        return dealt(index -> Additions.of(index, trial.inputs()), trial);
    }

    /** In a partition for each reader. */
    private static Input dealt(LongFunction<Object> making, Trial trial) {
        return new Numbered(making, trial.inputs(), trial.parallelism(), null);
    }

    /** Every other line in a partition of its own. */
    public static Input halves(@Param("trial") Trial trial) {
        return new Numbered(Lines::of, trial.inputs(), 2, null);
    }

    /** Events that become due one after another. */
    public static Input paced(@Param("trial") Trial trial) {
        Pace pace = Pace.from(System.nanoTime(), trial);
        return new Numbered(pace::event, trial.inputs(), 1, pace);
    }

    @Override
    public List<String> partitions() {
        return IntStream.range(0, partitions).mapToObj(String::valueOf).toList();
    }

    @Override
    public Partition open(String partition, @Nullable String position) {
        Board.begin();
        return new Reader(position == null ? Long.parseLong(partition) : Long.parseLong(position));
    }

    private final class Reader implements Partition {

        private long next;

        Reader(long next) {
            this.next = next;
        }

        @Override
        public int poll(Object[] segments) {
            int count = (int) Math.min(segments.length, (inputs - next + partitions - 1) / partitions);
            if (pace != null) {
                count = due(count);
            }
            for (int i = 0; i < count; i++) {
                segments[i] = making.apply(next + (long) i * partitions);
            }
            next += (long) count * partitions;
            return count;
        }

        private int due(int most) {
            long now = System.nanoTime();
            int count = 0;
            while (count < most && pace != null && pace.due(next + count) - now <= 0) {
                count++;
            }
            return count;
        }

        @Override
        public long restNanos() {
            return pace == null || isAtEnd() ? 0 : Math.max(1, pace.due(next) - System.nanoTime());
        }

        @Override
        public String position() {
            return Long.toString(next);
        }

        @Override
        public boolean isAtEnd() {
            return next >= inputs;
        }
    }
}
