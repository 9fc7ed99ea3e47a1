package io.sardonyx.job.outline;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What scheduling and completion need to know of a job, and all that the log says of it; it never changes.
 *
 * @param tasks in topological order
 * @param saturation the most peers the job may hold, {@link Bounds#UNBOUNDED} for any number
 * @param wholeOnly whether the job holds no peer unless all its tasks are covered (partial coverage protection)
 * @param contentHash SHA-256 of the content that is stored beside the log, or empty
 * @param keep how many of its latest checkpoints are kept; 0 for a job without checkpoints
 */
public record Outline(
        JobId id,
        List<Task> tasks,
        TaskScheduler scheduler,
        Percentage percentage,
        int saturation,
        Delivery delivery,
        boolean wholeOnly,
        String contentHash,
        int keep) {

    public Outline {
        tasks = List.copyOf(tasks);
        wholeOnly = wholeOnly || delivery == Delivery.DIRECT;
        if (tasks.stream().map(Task::name).distinct().count() < tasks.size()) {
            throw new IllegalArgumentException("the tasks of job " + id + " have distinct names");
        }
        if (saturation < 1) {
            throw new IllegalArgumentException("job " + id + " can never be covered by a saturation of " + saturation);
        }
        if (keep < 0) {
            throw new IllegalArgumentException("job " + id + " cannot keep " + keep + " checkpoints");
        }
    }

    /** What the log says of a job, with the hash of its stored content. */
    public static Outline of(Job job, String contentHash) {
        return new Outline(
                job.id(),
                job.catalog().stream().map(CatalogEntry::task).toList(),
                job.scheduler(),
                job.percentage(),
                job.saturation(),
                job.delivery(),
                job.wholeOnly(),
                contentHash,
                job.checkpoint() == null ? 0 : job.checkpoint().keep());
    }

    /** This job with its delivery decided for a cluster of the given allocation. */
    public Outline decidedFor(Allocation allocation) {
        if (delivery != Delivery.AUTOMATIC) {
            return this;
        }
        Delivery decided = allocation == Allocation.PLANNED ? Delivery.DIRECT : Delivery.QUEUED;
        return new Outline(id, tasks, scheduler, percentage, saturation, decided, wholeOnly, contentHash, keep);
    }

    /** The same job under another id. */
    public Outline as(JobId other) {
        return new Outline(other, tasks, scheduler, percentage, saturation, delivery, wholeOnly, contentHash, keep);
    }

    public Outline withTasks(List<Task> others) {
        return new Outline(id, others, scheduler, percentage, saturation, delivery, wholeOnly, contentHash, keep);
    }

    /** Whether this is what {@code submitted} became when it entered a cluster. */
    public boolean isSubmittedAs(Outline submitted) {
        Delivery decided = submitted.delivery == Delivery.AUTOMATIC ? delivery : submitted.delivery;
        return equals(new Outline(
                submitted.id,
                submitted.tasks,
                submitted.scheduler,
                submitted.percentage,
                submitted.saturation,
                decided,
                submitted.wholeOnly,
                submitted.contentHash,
                submitted.keep));
    }

    /** Whether it makes checkpoints. */
    public boolean hasCheckpoints() {
        return keep > 0;
    }

    /** The place of {@code task} in topological order, or -1. */
    public int indexOf(TaskName task) {
        for (int i = 0; i < tasks.size(); i++) {
            if (tasks.get(i).name().equals(task)) {
                return i;
            }
        }
        return -1;
    }

    public List<TaskName> inputs() {
        return tasks.stream().filter(Task::input).map(Task::name).toList();
    }

    public List<TaskName> outputs() {
        return tasks.stream().filter(Task::output).map(Task::name).toList();
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Outline that
                        && id.equals(that.id)
                        && tasks.equals(that.tasks)
                        && scheduler == that.scheduler
                        && percentage.equals(that.percentage)
                        && saturation == that.saturation
                        && delivery == that.delivery
                        && wholeOnly == that.wholeOnly
                        && contentHash.equals(that.contentHash)
                        && keep == that.keep;
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, tasks, scheduler, percentage, saturation, delivery, wholeOnly, contentHash, keep);
    }
}
