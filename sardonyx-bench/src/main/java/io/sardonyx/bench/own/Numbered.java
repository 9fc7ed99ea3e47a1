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
    /** How many of the first are due at once; all unless there is a pace. */
    private final long free;

    private final LongFunction<Pace> pacing;

    /** @param pacing what a reader goes by from its next input on, none of which is free any more */
    private Numbered(LongFunction<Object> making, long inputs, int partitions, long free, LongFunction<Pace> pacing) {
        this.making = making;
        this.inputs = inputs;
        this.partitions = partitions;
        this.free = free;
        this.pacing = pacing;
    }

    private static Numbered unpaced(LongFunction<Object> making, long inputs, int partitions) {
        return new Numbered(making, inputs, partitions, inputs, next -> {
            throw new IllegalStateException("all are due at once, also " + next);
        });
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
        return unpaced(making, trial.inputs(), trial.parallelism());
    }

    /** Every other line in a partition of its own. */
    public static Input halves(@Param("trial") Trial trial) {
        return unpaced(Lines::of, trial.inputs(), 2);
    }

    /** Events that become due one after another. */
    public static Input paced(@Param("trial") Trial trial) {
        Pace pace = Pace.from(System.nanoTime(), trial);
        return new Numbered(pace::event, trial.inputs(), 1, 0, next -> pace);
    }

    /** Every third addition of W11; a reader that goes on where another was does so at the same pace. */
    public static Input filling(@Param("trial") Trial trial) {
        int keys = Additions.filled(trial.inputs());
        return new Numbered(
                index -> Totals.Amount.of(Additions.filling(index, keys)),
                trial.inputs(),
                3,
                keys,
                next -> Pace.with(next, System.nanoTime(), Additions.PACED_PER_SECOND));
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
        private @Nullable Pace pace;

        Reader(long next) {
            this.next = next;
        }

        @Override
        public int poll(Object[] segments) {
            boolean isFree = next < free;
            long left = ((isFree ? free : inputs) - next + partitions - 1) / partitions;
            int count = (int) Math.min(segments.length, left);
            if (!isFree && count > 0) {
                count = due(count);
            }
            for (int i = 0; i < count; i++) {
                segments[i] = making.apply(next + (long) i * partitions);
            }
            next += (long) count * partitions;
            return count;
        }

        private int due(int most) {
            Pace present = pace == null ? pacing.apply(next) : pace;
            pace = present;
            long now = System.nanoTime();
            int count = 0;
            while (count < most && present.due(next + (long) count * partitions) - now <= 0) {
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
