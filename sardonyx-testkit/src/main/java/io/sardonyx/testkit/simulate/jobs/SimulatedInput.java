package io.sardonyx.testkit.simulate.jobs;

import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.Unavailable;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Simulated input over lists; each list is a partition, and a position is an index.
 *
 * @param dry probability that a poll finds no segments
 */
record SimulatedInput(String name, SimulatedData stock, RandomGenerator random, double dry) implements Input {

    @Override
    public List<String> partitions() throws Unavailable {
        stock.call(name);
        return IntStream.range(0, stock.partitions(name).size())
                .mapToObj(String::valueOf)
                .toList();
    }

    @Override
    public Partition open(String partition, @Nullable String position) throws Unavailable {
        stock.call(name);
        return new ListPartition(Integer.parseInt(partition), position == null ? 0 : Integer.parseInt(position));
    }

    /** Reader of one list; polls return a random number of segments. */
    private final class ListPartition implements Partition {

        private final int number;
        private final List<Object> list;
        private int next;

        ListPartition(int number, int next) {
            this.number = number;
            this.list = stock.partitions(name).get(number);
            this.next = next;
        }

        @Override
        public int poll(Object[] segments) throws Unavailable {
            stock.call(name);
            if (isAtEnd() || random.nextDouble() < dry) {
                return 0;
            }
            int count = Math.min(1 + random.nextInt(segments.length), list.size() - next);
            stock.read(name, number, next, next + count);
            for (int i = 0; i < count; i++) {
                segments[i] = list.get(next++);
            }
            return count;
        }

        @Override
        public String position() {
            return String.valueOf(next);
        }

        @Override
        public void completed(String position) throws Unavailable {
            stock.call(name);
        }

        /** Every third partition asks for {@code completed} before it is closed. */
        @Override
        public boolean wantsCompleted() {
            return number % 3 == 0;
        }

        @Override
        public Extent extent() {
            return new Extent(next, list.size());
        }

        @Override
        public boolean isAtEnd() {
            return next == list.size();
        }
    }
}
