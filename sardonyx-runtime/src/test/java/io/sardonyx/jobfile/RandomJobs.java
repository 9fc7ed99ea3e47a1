package io.sardonyx.jobfile;

import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Targets;
import io.sardonyx.job.TaskBuilder;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.Tuning;
import io.sardonyx.value.TaskName;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Jobs without faults that say, now and then, everything there is to say. */
public final class RandomJobs {

    private static final List<String> NAMES = List.of("read", "split/it", "count %", "zählen", "🙂 \"six\"", "7");

    private final Random random;

    public RandomJobs(long seed) {
        this.random = new Random(seed);
    }

    /** A chain of tasks, some of which also feed one further on. */
    public Job next() {
        List<String> tasks = NAMES.subList(0, 2 + random.nextInt(NAMES.size() - 1));
        JobBuilder job = Job.named(chance() ? "words" : "Wörter & more").id("job/" + random.nextInt(9));
        for (int i = 1; i < tasks.size(); i++) {
            job.path(tasks.get(i - 1), tasks.get(i));
            if (i > 1 && chance()) {
                job.path(tasks.get(i - 2), tasks.get(i));
            }
        }
        for (int i = tasks.size() - 1; i >= 0; i--) {
            int at = i;
            job.task(tasks.get(i), task -> described(task, tasks, at));
        }
        conditions(job, tasks);
        return properties(job).build();
    }

    private boolean chance() {
        return random.nextBoolean();
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private JobBuilder properties(JobBuilder job) {
        if (chance()) {
            job.scheduler(chance() ? TaskScheduler.GREEDY : TaskScheduler.COLOCATED);
        }
        if (chance()) {
            job.percentage(12.5).metadata(table(0)).saturation(1_000).lifecycle(null, call("a.B::pool"));
        }
        return chance() ? job.delivery(any(Delivery.values())).wholeOnly(chance()) : job;
    }

    private TaskBuilder described(TaskBuilder task, List<String> tasks, int i) {
        boolean last = i == tasks.size() - 1;
        if (i == 0) {
            task.input(call("lines")).identify(chance());
        } else if (last && chance()) {
            task.output(call("stdout"));
        }
        if (i > 0 && !last || chance() || last) {
            task.function(call("a.b.C::m"));
        }
        if (i > 0 && chance()) {
            task.flux(any(Flux.values())).peers(1, 1 + random.nextInt(9));
            if (chance()) {
                task.groupBy("a", "b");
            } else {
                task.groupBy(call("a.B::key")).ttl("a", Duration.ofMinutes(1 + random.nextInt(9)));
                if (chance()) {
                    task.eventTime(call("a.B::at"));
                }
            }
        } else if (chance()) {
            task.batchFunction(call("a.B::all")).peers(random.nextInt(3), 2 + random.nextInt(2));
        }
        if (chance()) {
            task.percentage(Percentage.of(new BigDecimal("1.25"))).tags("z", "ssd");
        }
        if (!last && chance()) {
            task.onError(
                    ErrorPolicy.deadLettersTo(TaskName.of(tasks.get(i + 1))).after(2, Duration.ofMillis(1)));
        } else if (chance()) {
            task.onError(ErrorPolicy.SKIP.after(random.nextInt(2), Duration.ofMillis(100)));
        }
        return chance() ? task.tuned(this::tuned) : task;
    }

    private Tuning tuned(Tuning usual) {
        Tuning some = usual.batchesOf(1 + random.nextInt(999)).poisonAfter(1 + random.nextInt(4));
        return chance()
                ? some
                : some.pending(7, Duration.ofMillis(1234))
                        .with(Tuning.Roots.SEGMENT)
                        .blocking(true)
                        .limitedTo(Duration.ofDays(1))
                        .patient(Duration.ofMinutes(3));
    }

    private Call call(String name) {
        return chance() ? Call.to(name) : Call.to(name).with("p", value(0)).with("q", value(0));
    }

    private Object value(int depth) {
        return switch (random.nextInt(depth > 2 ? 5 : 7)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextDouble() * Math.pow(10, random.nextInt(60) - 30);
            case 2 -> new BigDecimal(random.nextInt(1_000)).scaleByPowerOfTen(random.nextInt(80) - 40);
            case 3 -> chance();
            case 4 -> "ü\n\"\\🙂" + random.nextInt();
            case 5 -> table(depth + 1);
            default -> List.of(value(depth + 1), value(depth + 1));
        };
    }

    private Map<String, Object> table(int depth) {
        var table = new LinkedHashMap<String, Object>();
        for (int i = random.nextInt(4); i > 0; i--) {
            table.put("key " + random.nextInt(9), value(depth));
        }
        return table;
    }

    private void conditions(JobBuilder job, List<String> tasks) {
        TaskName from = TaskName.of(tasks.get(0));
        TaskName to = TaskName.of(tasks.get(1));
        var conditions = new ArrayList<FlowCondition>();
        conditions.add(FlowCondition.of(null, Targets.ALL, condition(0)).shortCircuited());
        conditions.add(FlowCondition.of(from, Targets.NONE, condition(0)).shortCircuited());
        conditions.add(
                FlowCondition.of(from, Targets.of(List.of(to)), condition(0)).excluding("a", "b"));
        conditions.add(
                FlowCondition.of(from, Targets.of(List.of(to)), condition(0)).onException(call("a.B::c")));
        conditions.add(FlowCondition.retrying(null, condition(0)));
        conditions.stream().filter(each -> chance()).forEach(job::when);
    }

    private Condition condition(int depth) {
        return switch (random.nextInt(depth > 1 ? 1 : 4)) {
            case 1 -> Condition.and(condition(depth + 1), condition(depth + 1), condition(depth + 1));
            case 2 -> Condition.or(condition(depth + 1), condition(depth + 1));
            case 3 -> Condition.not(condition(depth + 1));
            default -> new Condition.Test(call("a.B::test"));
        };
    }
}
