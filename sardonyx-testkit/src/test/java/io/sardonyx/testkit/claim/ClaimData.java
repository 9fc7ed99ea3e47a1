package io.sardonyx.testkit.claim;

import io.sardonyx.job.Call;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.Spread;
import io.sardonyx.plugin.TaskContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the jobs of a {@link NodeSimulation} read and write: partitions of numbered segments, and an output that settles
 * them late. It checks that nobody writes for a partition after a successor has begun with it. Public, since jobs name
 * methods.
 */
public final class ClaimData {

    static final String RESOURCE = "data";

    private static final int MOST_WAITING = 20;

    private final RandomGenerator random;
    /* The number of segments of each partition, by job and name. */
    private final Map<String, Map<String, Integer>> partitions = new TreeMap<>();
    private final Map<String, Set<Integer>> settled = new HashMap<>();
    private final Map<String, Long> fences = new HashMap<>();
    private final Set<String> sealed = new HashSet<>();
    private @Nullable String violation;

    ClaimData(RandomGenerator random) {
        this.random = random;
    }

    static Call input(String job, boolean growing) {
        return Call.to(ClaimData.class.getName() + "::reading").with("job", job).with("growing", growing);
    }

    static Call output(String job) {
        return Call.to(ClaimData.class.getName() + "::writing").with("job", job);
    }

    void put(String job, String partition, int segments) {
        partitions.computeIfAbsent(job, ignored -> new TreeMap<>()).put(partition, segments);
    }

    boolean has(String job, String partition) {
        return partitions.getOrDefault(job, Map.of()).containsKey(partition);
    }

    /** Removes a partition at its source, as one does that deletes files which are done. */
    void remove(String job, String partition) {
        partitions.getOrDefault(job, Map.of()).remove(partition);
    }

    @Nullable
    String violation() {
        return violation;
    }

    void violated(String what) {
        violation = violation == null ? what : violation;
    }

    /** Whether the first so many segments of a partition are durable. */
    boolean isSettled(String job, String partition, int segments) {
        Set<Integer> there = settled.getOrDefault(job + "/" + partition, Set.of());
        for (int i = 0; i < segments; i++) {
            if (!there.contains(i)) {
                return false;
            }
        }
        return true;
    }

    boolean isSealed(String job) {
        return sealed.contains(job);
    }

    /** Factory of the input; called by the engine. */
    public static Input reading(
            @Param("job") String job, @Param("growing") boolean growing, @Param(RESOURCE) ClaimData data) {
        return data.new Source(job, growing);
    }

    /** Factory of the output; called by the engine. */
    public static Output writing(@Param("job") String job, TaskContext context, @Param(RESOURCE) ClaimData data) {
        return data.new Sink(job, context);
    }

    /** An input that lists its partitions once, or again and again. */
    private final class Source implements Input {

        private final String job;
        private final boolean growing;

        Source(String job, boolean growing) {
            this.job = job;
            this.growing = growing;
        }

        @Override
        public List<String> partitions() {
            return List.copyOf(partitions.getOrDefault(job, Map.of()).keySet());
        }

        @Override
        public Spread spread() {
            return growing ? Spread.growing(Duration.ofMillis(500), Spread.Done.REMOVED) : Spread.LISTED;
        }

        @Override
        public Partition open(String partition, @Nullable String position) {
            int size = partitions.getOrDefault(job, Map.of()).getOrDefault(partition, 0);
            return new Numbers(partition, size, position == null ? 0 : Integer.parseInt(position));
        }

        /** A partition; its segments say where they come from. */
        private final class Numbers implements Partition {

            private final String name;
            private final int size;
            private int next;

            Numbers(String name, int size, int next) {
                this.name = name;
                this.size = size;
                this.next = Math.min(size, next);
            }

            @Override
            public int poll(Object[] segments) {
                int count = Math.min(size - next, random.nextInt(Math.min(segments.length, 4) + 1));
                for (int i = 0; i < count; i++) {
                    segments[i] = name + ":" + next++;
                }
                return count;
            }

            @Override
            public String position() {
                return Integer.toString(next);
            }

            @Override
            public boolean isAtEnd() {
                return next >= size;
            }

            @Override
            public boolean wantsCompleted() {
                return growing;
            }

            @Override
            public void completed(String position) {
                if (growing && isAtEnd() && position.equals(position())) {
                    remove(job, name);
                }
            }

            @Override
            public Extent extent() {
                return new Extent(next, size);
            }
        }
    }

    /** An output that settles what it took some calls later. */
    private final class Sink implements Output {

        private final String job;
        private final TaskContext context;
        private final ArrayDeque<String> waiting = new ArrayDeque<>();
        private long count;

        Sink(String job, TaskContext context) {
            this.job = job;
            this.context = context;
            effect();
        }

        /** Every effect shows the fence of its lease, and none may be lower than one that was shown before. */
        private void effect() {
            String writer = job + "/" + context.writerId();
            long highest = fences.getOrDefault(writer, 0L);
            if (context.fence() < highest) {
                violated("an effect on " + writer + " under fence " + context.fence() + " came after one under "
                        + highest);
            }
            fences.put(writer, Math.max(highest, context.fence()));
        }

        @Override
        public int write(Object[] segments, int from, int to) {
            effect();
            int taken = Math.min(random.nextInt(to - from + 1), MOST_WAITING - waiting.size());
            for (int i = from; i < from + taken; i++) {
                waiting.add((String) segments[i]);
            }
            return Math.max(0, taken);
        }

        @Override
        public long settled() {
            effect();
            for (int i = random.nextInt(waiting.size() + 1); i > 0; i--) {
                String segment = waiting.remove();
                int colon = segment.lastIndexOf(':');
                settled.computeIfAbsent(job + "/" + segment.substring(0, colon), ignored -> new HashSet<>())
                        .add(Integer.parseInt(segment.substring(colon + 1)));
                count++;
            }
            return count;
        }

        @Override
        public void seal() {
            effect();
            sealed.add(job);
        }
    }
}
