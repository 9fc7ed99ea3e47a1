package io.sardonyx.bench.coordinators;

import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Partition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An endless input of so many numbers a second. */
public final class SteadyInput implements Input {

    private final long nanosEach;

    private SteadyInput(long perSecond) {
        this.nanosEach = 1_000_000_000 / perSecond;
    }

    public static Input input(@Param("per-second") long perSecond) {
        return new SteadyInput(perSecond);
    }

    @Override
    public List<String> partitions() {
        return List.of("only");
    }

    @Override
    public Partition open(String partition, @Nullable String position) {
        return new Numbers(position == null ? 0 : Long.parseLong(position));
    }

    private final class Numbers implements Partition {

        private long next;
        private long dueNanos = System.nanoTime();

        Numbers(long next) {
            this.next = next;
        }

        @Override
        public int poll(Object[] segments) {
            int count = 0;
            long now = System.nanoTime();
            while (count < segments.length && now - dueNanos >= 0) {
                segments[count++] = next++;
                dueNanos += nanosEach;
            }
            return count;
        }

        @Override
        public long restNanos() {
            return Math.max(0, dueNanos - System.nanoTime());
        }

        @Override
        public String position() {
            return Long.toString(next);
        }

        @Override
        public boolean isAtEnd() {
            return false;
        }
    }
}
