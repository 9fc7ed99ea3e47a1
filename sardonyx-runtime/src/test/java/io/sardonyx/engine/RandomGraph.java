package io.sardonyx.engine;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.TaskBuilder;
import io.sardonyx.job.Tuning;
import io.sardonyx.plugin.Param;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Public, since its jobs name its methods. A small job drawn at random, and what its outputs must get. */
public final class RandomGraph {

    private static final String SELF = "io.sardonyx.engine.RandomGraph::";

    private final SplittableRandom random;
    private final boolean flaky;
    private final int count;
    private final List<String> inputs = new ArrayList<>();
    private final List<String> middle = new ArrayList<>();
    private final List<String> outputs = new ArrayList<>();
    private final Map<String, List<String>> edges = new LinkedHashMap<>();
    private final Map<String, Integer> factor = new TreeMap<>();
    private final Map<String, Integer> modulus = new TreeMap<>();
    final Job job;

    RandomGraph(SplittableRandom random, boolean flaky) {
        this.random = random;
        this.flaky = flaky;
        this.count = random.nextInt(600);
        name(inputs, "in", 1 + random.nextInt(2));
        name(middle, "mid", random.nextInt(4));
        name(outputs, "out", 1 + random.nextInt(2));
        connect();
        this.job = build();
    }

    public static List<Long> copies(long number, @Param("times") long times) {
        return Collections.nCopies((int) times, number);
    }

    public static boolean isKept(long number, @Param("modulus") long modulus) {
        return number % modulus == 0;
    }

    public static long same(long number, @Param("troubles") AtomicInteger failures) {
        if (number % 7 == 3 && failures.getAndDecrement() > 0) {
            throw new IllegalStateException("not now");
        }
        return number;
    }

    public static boolean always(Exception thrown) {
        return thrown != null;
    }

    public static long key(long number) {
        return number / 3;
    }

    private static void name(List<String> tasks, String prefix, int number) {
        for (int i = 0; i < number; i++) {
            tasks.add(prefix + i);
        }
    }

    /** Everybody but an input is fed by somebody before it, and every input feeds somebody. */
    private void connect() {
        var before = new ArrayList<>(inputs);
        for (String task : middle) {
            edges.computeIfAbsent(any(before), it -> new ArrayList<>()).add(task);
            before.add(task);
        }
        for (String task : outputs) {
            edges.computeIfAbsent(any(before), it -> new ArrayList<>()).add(task);
        }
        for (String task : before) {
            List<String> behind = edges.computeIfAbsent(task, it -> new ArrayList<>());
            if (behind.isEmpty() || random.nextInt(3) == 0) {
                String other = any(outputs);
                if (!behind.contains(other)) {
                    behind.add(other);
                }
            }
        }
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private Job build() {
        JobBuilder builder = Job.named("random");
        for (String task : inputs) {
            Call numbers = Inputs.numbers(count).with("partitions", 1 + random.nextInt(4));
            builder.task(task, it -> tuned(it.input(numbers)));
        }
        middle.forEach(task -> builder.task(task, it -> grouped(function(task, tuned(it)))));
        outputs.forEach(task -> builder.task(task, it -> grouped(tuned(it.output(Outputs.callback(task))))));
        edges.forEach((from, all) -> all.forEach(to -> builder.path(from, to)));
        if (flaky) {
            middle.stream()
                    .filter(task -> !factor.containsKey(task) && !modulus.containsKey(task))
                    .forEach(task -> builder.when(
                            FlowCondition.retrying(TaskName.of(task), new Condition.Test(Call.to(SELF + "always")))));
        }
        return builder.build();
    }

    private TaskBuilder tuned(TaskBuilder task) {
        return task.tuned(tuning -> tuning.batchesOf(1 + random.nextInt(1 << random.nextInt(7)))
                .pending(1 + random.nextInt(1 << random.nextInt(8)), Duration.ofSeconds(60))
                /* Those that say "failed" at random would make poison of some. */
                .poisonAfter(flaky ? 1_000 : Tuning.DEFAULT.attempts())
                .with(random.nextInt(3) == 0 ? Tuning.Roots.SEGMENT : Tuning.Roots.BATCH));
    }

    private TaskBuilder function(String task, TaskBuilder builder) {
        switch (random.nextInt(3)) {
            case 0 -> {
                factor.put(task, random.nextInt(4));
                return builder.function(Call.to(SELF + "copies").with("times", factor.get(task)));
            }
            case 1 -> {
                modulus.put(task, 1 + random.nextInt(3));
                return builder.function(Call.to(SELF + "isKept").with("modulus", modulus.get(task)));
            }
            default -> {
                return builder.function(Call.to(SELF + "same"));
            }
        }
    }

    private TaskBuilder grouped(TaskBuilder task) {
        if (random.nextInt(3) > 0) {
            return task;
        }
        TaskBuilder keyed = task.groupBy(Call.to(SELF + "key"));
        return random.nextBoolean() ? keyed : keyed.flux(Flux.RECOVER).peers(1, 4);
    }

    Map<String, Integer> peers() {
        var peers = new TreeMap<String, Integer>();
        job.catalog().forEach(entry -> peers.put(entry.name().text(), 1 + random.nextInt(3)));
        return peers;
    }

    /** How often each number reaches an output if all goes well; those that never do are left out. */
    Map<Long, Long> expectedAt(String output) {
        var expected = new TreeMap<Long, Long>();
        for (String input : inputs) {
            for (long number = 0; number < count; number++) {
                long times = receiving(input, output, number);
                if (times > 0) {
                    expected.merge(number, times, Long::sum);
                }
            }
        }
        return expected;
    }

    private long receiving(String from, String output, long number) {
        if (from.equals(output)) {
            return 1;
        }
        long times = factor.getOrDefault(from, 1);
        if (modulus.containsKey(from) && number % modulus.get(from) != 0) {
            times = 0;
        }
        long behind = 0;
        for (String to : edges.getOrDefault(from, List.of())) {
            behind += receiving(to, output, number);
        }
        return times * behind;
    }

    List<String> outputs() {
        return outputs;
    }
}
