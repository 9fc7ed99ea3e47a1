package io.sardonyx.connect;

import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers dealt out to partitions like cards, so that all of them come to an end together and none has to know the last
 * number of an endless row. A position is the next number.
 */
final class NumberInput implements Input {

    /** So many that nobody sees the last one. */
    static final long ENDLESS = Long.MAX_VALUE - Generator.MAX_PARTITIONS;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long count;
    private final int partitions;
    private final double perSecond;
    private final LongSupplier nanoTime;

    /**
     * All numbers below the count.
     *
     * @param perSecond how many each partition gives; infinity for no limit
     */
    NumberInput(long count, int partitions, double perSecond, LongSupplier nanoTime) {
        this.count = count;
        this.partitions = partitions;
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
    }

    @Override
    public List<String> partitions() {
        return IntStream.range(0, partitions).mapToObj(Integer::toString).toList();
    }

    @Override
    public Partition open(String partition, @Nullable String position) {
        return new Share(Positions.parse(position == null ? partition : position));
    }

    private final class Share implements Partition {

        private long next;
        private long given;
        private long start;

        Share(long next) {
            this.next = next;
        }

        @Override
        public int poll(Object[] segments) {
            int polled = (int) Math.min(segments.length, Math.min(due(), left()));
            long number = next;
            for (int i = 0; i < polled; i++) {
                segments[i] = number;
                number += partitions;
            }
            next = number;
            given += polled;
            return polled;
        }

        private long left() {
            return next >= count ? 0 : (count - next - 1) / partitions + 1;
        }

        /** The first at once, and each further one when its time has come; late ones are not forgotten. */
        private long due() {
            if (perSecond == Double.POSITIVE_INFINITY) {
                return Long.MAX_VALUE;
            }
            long now = nanoTime.getAsLong();
            if (given == 0) {
                start = now;
            }
            return 1 + (long) ((now - start) * (perSecond / NANOS_PER_SECOND)) - given;
        }

        @Override
        public String position() {
            return Long.toString(next);
        }

        @Override
        public Extent extent() {
            long behind = next / partitions;
            return count == ENDLESS ? Extent.UNKNOWN : new Extent(behind, behind + left());
        }

        @Override
        public boolean wantsCompleted() {
            return false;
        }

        @Override
        public boolean isAtEnd() {
            return next >= count;
        }
    }
}
