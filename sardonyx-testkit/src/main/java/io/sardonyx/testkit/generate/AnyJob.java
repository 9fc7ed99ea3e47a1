package io.sardonyx.testkit.generate;

import static io.sardonyx.job.TaskScheduler.BALANCED;
import static io.sardonyx.job.TaskScheduler.COLOCATED;
import static io.sardonyx.job.TaskScheduler.GREEDY;
import static io.sardonyx.job.TaskScheduler.PERCENTAGE;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.JobId;
import java.util.ArrayList;
import java.util.List;

/**
 * Generator of jobs with one to six tasks. Everything has a simple default; each {@code with…} lets one more property
 * vary.
 */
public final class AnyJob {

    private static final List<String> TAGS = List.of("gpu", "ssd");
    private static final String HASH = "0123456789abcdef".repeat(4);
    private static final List<Long> MILLIONTHS =
            List.of(0L, 10_000_000L, 20_000_000L, 25_000_000L, 33_333_333L, 50_000_000L, 66_666_667L, 100_000_000L);

    private final int mostTasks;
    private final boolean bounds;
    private final boolean tags;
    private final boolean flux;
    private final List<TaskScheduler> schedulers;
    private final boolean queued;

    private AnyJob(
            int mostTasks, boolean bounds, boolean tags, boolean flux, List<TaskScheduler> schedulers, boolean queued) {
        this.mostTasks = mostTasks;
        this.bounds = bounds;
        this.tags = tags;
        this.flux = flux;
        this.schedulers = schedulers;
        this.queued = queued;
    }

    /** Jobs with direct delivery, the balanced task scheduler and defaults otherwise. */
    public static AnyJob plain() {
        return new AnyJob(6, false, false, false, List.of(BALANCED), false);
    }

    /** Jobs in which all properties vary. */
    public static AnyJob full() {
        return plain().withBounds()
                .withTags()
                .withFlux()
                .withQueued()
                .withSchedulers(BALANCED, GREEDY, PERCENTAGE, COLOCATED);
    }

    public AnyJob withTasks(int most) {
        return new AnyJob(most, bounds, tags, flux, schedulers, queued);
    }

    /** Lets minimums, maximums and saturation vary. */
    public AnyJob withBounds() {
        return new AnyJob(mostTasks, true, tags, flux, schedulers, queued);
    }

    public AnyJob withTags() {
        return new AnyJob(mostTasks, bounds, true, flux, schedulers, queued);
    }

    public AnyJob withFlux() {
        return new AnyJob(mostTasks, bounds, tags, true, schedulers, queued);
    }

    /** Selects one of these task schedulers; tasks have percentages. */
    public AnyJob withSchedulers(TaskScheduler... some) {
        return new AnyJob(mostTasks, bounds, tags, flux, List.of(some), queued);
    }

    /** Lets the delivery vary. */
    public AnyJob withQueued() {
        return new AnyJob(mostTasks, bounds, tags, flux, schedulers, true);
    }

    public Gen<Outline> job(JobId id) {
        return choices -> job(id, choices);
    }

    /** Tags of a peer. */
    public static Gen<Tags> tags() {
        return choices ->
                Tags.of(TAGS.stream().filter(tag -> choices.percent(40)).toList());
    }

    /** Degenerate jobs: without tasks, or with bounds as large as integers get. */
    public static Gen<Outline> absurd(JobId id) {
        return choices -> {
            var tasks = new ArrayList<Task>();
            choices.list(
                    0,
                    3,
                    () -> tasks.add(Task.named(AnyId.taskNumbered(tasks.size() + 1))
                            .with(new Bounds(choices.among(Bounds.UNBOUNDED, 0), Bounds.UNBOUNDED))));
            var scheduler = choices.among(TaskScheduler.values());
            var delivery = choices.among(Delivery.values());
            return new Outline(id, tasks, scheduler, Percentage.HUNDRED, Bounds.UNBOUNDED, delivery, false, "", 0);
        };
    }

    private Outline job(JobId id, Choices choices) {
        var tasks = new ArrayList<Task>();
        choices.list(1, mostTasks, () -> tasks.add(task(tasks.size() + 1, choices)));
        var scheduler = choices.among(schedulers);
        int saturation = bounds && choices.percent(20) ? choices.between(1, 8) : Bounds.UNBOUNDED;
        var delivery = queued ? choices.among(Delivery.AUTOMATIC, Delivery.DIRECT, Delivery.QUEUED) : Delivery.DIRECT;
        boolean wholeOnly = queued && choices.percent(30);
        String hash = choices.percent(10) ? HASH : "";
        // It follows from the id, so that seeds mean what they meant without it.
        int keep = queued && delivery == Delivery.DIRECT ? Math.floorMod(id.hashCode(), 4) : 0;
        return new Outline(id, tasks, scheduler, percentage(choices), saturation, delivery, wholeOnly, hash, keep);
    }

    private Task task(int number, Choices choices) {
        boolean input = number == 1 || choices.percent(10);
        boolean output = choices.percent(number == 1 ? 30 : 50);
        return new Task(
                AnyId.taskNumbered(number),
                input,
                output,
                bounds ? bounds(choices) : Bounds.DEFAULT,
                schedulers.contains(PERCENTAGE) ? percentage(choices) : Percentage.ZERO,
                flux ? choices.among(Flux.CONTINUE, Flux.KILL, Flux.RECOVER) : Flux.CONTINUE,
                tags && choices.percent(30) ? tags().from(choices) : Tags.NONE);
    }

    private static Percentage percentage(Choices choices) {
        return new Percentage(choices.among(MILLIONTHS));
    }

    private static Bounds bounds(Choices choices) {
        if (!choices.percent(40)) {
            return Bounds.DEFAULT;
        }
        int min = choices.among(1, 0, 2, 3);
        return new Bounds(min, choices.percent(50) ? Math.max(1, min) + choices.below(3) : Bounds.UNBOUNDED);
    }
}
