package io.sardonyx.testkit.simulate;

import io.sardonyx.job.Call;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Partition;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Inputs that give one number a second of virtual time, and outputs that note how far each job is. */
public final class PacedData {

    static final String RESOURCE = "sardonyx.simulated.metronome";

    private static final int BAD_OF = 10;

    private final VirtualTime time;
    private final Map<String, Long> settled = new HashMap<>();
    private long count;

    PacedData(VirtualTime time) {
        this.time = time;
    }

    /** An input of so many numbers from that second on. */
    static Call input(long from, long numbers) {
        return Call.to(PacedData.class.getName() + "::reading")
                .with("begin", from)
                .with("numbers", numbers);
    }

    static Call output(String job) {
        return Call.to(PacedData.class.getName() + "::writing").with("job", job);
    }

    /** How many segments came to outputs. */
    long count() {
        return count;
    }

    /** The greatest number that came to the output of a job, -1 before the first. */
    long latest(String job) {
        return settled.getOrDefault(job, -1L);
    }

    void forget(String job) {
        settled.remove(job);
    }

    /** Called by the engine. */
    public static Input reading(
            @Param("begin") long begin, @Param("numbers") long numbers, @Param(RESOURCE) PacedData metronome) {
        return new Input() {
            @Override
            public List<String> partitions() {
                return List.of("0");
            }

            @Override
            public Partition open(String partition, @Nullable String position) {
                return new Seconds(metronome.time, begin, numbers, position == null ? 0 : Long.parseLong(position));
            }
        };
    }

    /** Called by the engine. */
    public static Output writing(@Param("job") String job, @Param(RESOURCE) PacedData metronome) {
        return new Output() {
            private long written;

            @Override
            public int write(Object[] segments, int from, int to) {
                for (int i = from; i < to; i++) {
                    metronome.settled.merge(job, number(segments[i]), Math::max);
                }
                written += to - from;
                metronome.count += to - from;
                return to - from;
            }

            @Override
            public long settled() {
                return written;
            }
        };
    }

    private static long number(Object segment) {
        return segment instanceof Map<?, ?> letter
                ? (long) letter.get("segment")
                : Long.parseLong(segment.toString().substring("number ".length()));
    }

    public static String told(long number) {
        return "number " + number;
    }

    public static long key(long number) {
        return number % BAD_OF;
    }

    /** Does not like one of ten. */
    public static String picky(long number) {
        if (number % BAD_OF == 1) {
            throw new IllegalArgumentException("I do not like " + number);
        }
        return told(number);
    }

    private static final class Seconds implements Partition {

        private final VirtualTime time;
        private final long begin;
        private final long numbers;
        private long next;

        Seconds(VirtualTime time, long begin, long numbers, long next) {
            this.time = time;
            this.begin = begin;
            this.numbers = numbers;
            this.next = next;
        }

        @Override
        public int poll(Object[] segments) {
            long end = Math.min(numbers, time.nowNanos() / World.SECOND - begin);
            int count = 0;
            while (next < end && count < segments.length) {
                segments[count++] = next++;
            }
            return count;
        }

        @Override
        public String position() {
            return String.valueOf(next);
        }

        @Override
        public boolean isAtEnd() {
            return next == numbers;
        }
    }
}
