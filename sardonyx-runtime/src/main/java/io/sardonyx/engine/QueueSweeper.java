package io.sardonyx.engine;

import io.sardonyx.job.Delivery;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Broker;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.task.queue.JobQueues;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Removes the queues of ended jobs, with retries until every broker has answered: those of jobs that ran in this group
 * and, in the first group of the ring, those of all jobs, since whoever ran one may be gone. The first group does so
 * again after two minutes, and once a job is forgotten, because a process that was stopped may have declared queues of
 * it late.
 *
 * <p>Confined to the thread of the group's turns.
 */
final class QueueSweeper {

    private static final long AGAIN_NANOS = Duration.ofMillis(500).toNanos();
    private static final long LATER_NANOS = Duration.ofMinutes(2).toNanos();

    private final GroupId group;
    private final Supplier<List<Broker>> brokers;
    private final Mailbox mailbox;
    /* Jobs whose queues are to be removed, and whether the brokers were asked for it. */
    private final Map<JobId, Boolean> removing = new TreeMap<>();
    /* Ended jobs that are not forgotten, as the first group knows them. */
    private final Set<JobId> remembered = new TreeSet<>();
    /* Those whose queues it has removed, and when it does so once more. */
    private final Queue<Later> later = new ArrayDeque<>();
    private final Deadline next = new Deadline();
    /* The jobs as they were last looked at, to look only when some have ended since. */
    private @Nullable Jobs seen;

    private record Later(JobId job, long atNanos) {}

    QueueSweeper(GroupId group, Supplier<List<Broker>> brokers, Mailbox mailbox) {
        this.group = group;
        this.brokers = brokers;
        this.mailbox = mailbox;
    }

    /** Notes a job that has ended, or is forgotten. */
    void ended(JobId job) {
        removing.put(job, false);
    }

    /** Notes, if this is the first group, which jobs have ended and which are forgotten. */
    void follow(Replica replica, long nowNanos) {
        List<GroupId> members = replica.ring().members().keys();
        if (members.isEmpty() || !members.get(0).equals(group)) {
            remembered.clear();
            later.clear();
            seen = null;
            return;
        }
        Jobs jobs = replica.jobs();
        if (seen != null && seen.completed() == jobs.completed() && seen.killed() == jobs.killed()) {
            return;
        }
        seen = jobs;
        jobs.completed().forEach((id, ending) -> remember(ending.job(), nowNanos));
        jobs.killed().forEach((id, ending) -> remember(ending.job(), nowNanos));
        remembered.removeIf(job -> {
            boolean forgotten = !jobs.completed().has(job) && !jobs.killed().has(job);
            if (forgotten) {
                ended(job);
            }
            return forgotten;
        });
    }

    private void remember(Outline job, long nowNanos) {
        if (job.delivery() == Delivery.QUEUED && remembered.add(job.id())) {
            ended(job.id());
            later.add(new Later(job.id(), nowNanos + LATER_NANOS));
        }
    }

    /** @param isOver whether all loops of a job are closed here; others would declare its queues again */
    void turn(String epoch, Predicate<JobId> isOver, long nowNanos) {
        for (Later due = later.peek(); due != null && nowNanos - due.atNanos >= 0; due = later.peek()) {
            ended(later.remove().job);
        }
        if (removing.isEmpty() || !next.isDue(nowNanos)) {
            return;
        }
        for (JobId job : List.copyOf(removing.keySet())) {
            if (Boolean.FALSE.equals(removing.get(job)) && isOver.test(job)) {
                removing.put(job, true);
                mailbox.await(removed(JobQueues.prefix(epoch, job)), done -> removing.remove(job, true), failure -> {
                    removing.put(job, false);
                    next.set(nowNanos + AGAIN_NANOS);
                    LazyLoggers.of(QueueSweeper.class).debug("the queues of job {} are not removed yet", job, failure);
                });
            }
        }
    }

    private CompletionStage<Void> removed(String prefix) {
        return CompletableFuture.allOf(brokers.get().stream()
                .map(broker -> broker.remove(prefix).toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }
}
