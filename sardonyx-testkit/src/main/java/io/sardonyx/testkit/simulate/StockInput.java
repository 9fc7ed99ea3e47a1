package io.sardonyx.testkit.simulate;

import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Lists that are read by any number of peers; a position is an index.
 *
 * @param dry how often there is nothing right now
 */
record StockInput(List<List<Object>> lists, RandomGenerator random, double dry) implements Input {

    @Override
    public List<String> partitions() {
        return IntStream.range(0, lists.size()).mapToObj(String::valueOf).toList();
    }

    @Override
    public Partition open(String partition, @Nullable String position) {
        List<Object> list = lists.get(Integer.parseInt(partition));
        return new ListPartition(list, random, dry, position == null ? 0 : Integer.parseInt(position));
    }

    private static final class ListPartition implements Partition {

        private final List<Object> list;
        private final RandomGenerator random;
        private final double dry;
        private int next;

        ListPartition(List<Object> list, RandomGenerator random, double dry, int next) {
            this.list = list;
            this.random = random;
            this.dry = dry;
            this.next = next;
        }

        @Override
        public int poll(Object[] segments) {
            if (isAtEnd() || random.nextDouble() < dry) {
                return 0;
            }
            int count = Math.min(1 + random.nextInt(segments.length), list.size() - next);
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
        public boolean isAtEnd() {
            return next == list.size();
        }
    }
}
