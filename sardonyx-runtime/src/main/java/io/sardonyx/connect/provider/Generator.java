package io.sardonyx.connect.provider;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.TaskContext;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Input plugin {@code generator}: the numbers from 0 on, bounded or endless, with an optional rate limit. */
public final class Generator extends BuiltinPlugin<Input> implements InputProvider {

    public static final String NAME = "generator";
    public static final String COUNT = "count";
    static final String PARTITIONS = "partitions";
    static final String RATE = "rate";

    static final int MAX_PARTITIONS = 10_000;

    public Generator() {
        super(
                PluginParameters.by(NAME)
                        .whole(COUNT, 0, NumberInput.ENDLESS)
                        .whole(PARTITIONS, 1, MAX_PARTITIONS)
                        .positive(RATE),
                Generator::numbers);
    }

    private static Input numbers(Parameters parameters, TaskContext context) {
        int partitions = parameters.whole(PARTITIONS).orElse(1L).intValue();
        double perSecond =
                parameters.number(RATE).map(rate -> rate.doubleValue()).orElse(Double.POSITIVE_INFINITY);
        return new NumberInput(
                parameters.whole(COUNT).orElse(NumberInput.ENDLESS),
                partitions,
                perSecond / partitions,
                context::nanoTime);
    }

    /**
     * Input of consecutive numbers, distributed round-robin over partitions, so that all of them end together and an
     * endless sequence can be partitioned too. A position is the next number.
     */
    private static final class NumberInput implements Input {

        /** Count of an endless sequence: so large that its end is never reached. */
        static final long ENDLESS = Long.MAX_VALUE - Generator.MAX_PARTITIONS;

        private static final double NANOS_PER_SECOND = 1e9;

        private final long count;
        private final int partitions;
        private final double perSecond;
        private final LongSupplier nanoTime;

        /**
         * All numbers from 0 to below the count.
         *
         * @param perSecond rate limit of each partition; infinity for none
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

        /** A partition: every n-th number, from its own index on. */
        private final class Share implements Partition {

            private long next;
            /** Numbers emitted since it was opened, for the rate limit. */
            private long given;
            /** When the first was emitted. */
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

            /**
             * Number of segments that the rate limit allows now: one at once, each further one when its time has come.
             * Missed ones are made up for.
             */
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

            /** Until the time of the next number; at least 1, since it knows. */
            @Override
            public long restNanos() {
                if (perSecond == Double.POSITIVE_INFINITY) {
                    return 0;
                }
                double nextNanos = given * (NANOS_PER_SECOND / perSecond);
                return Math.max(1, (long) nextNanos - (nanoTime.getAsLong() - start));
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
}
