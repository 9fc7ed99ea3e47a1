package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.channel.Batch;
import io.sardonyx.channel.BatchFormat;
import io.sardonyx.job.Job;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueuedMessage;
import io.sardonyx.serial.Codecs;
import io.sardonyx.task.queue.JobQueues;
import io.sardonyx.task.queue.QueueMessage;
import io.sardonyx.testkit.simulate.jobs.ExpectedJob;
import io.sardonyx.value.TaskName;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Expected and observed content of the queues of one queued job, from the transactions at the brokers: each segment
 * that has to enter the queues of an output does so once, whatever crashes; a task is complete only when no message is
 * in its queues or in somebody's hands; and messages of an exclusive queue are taken in the order in which they were
 * given.
 */
final class QueueAudit {

    /** A queue at one broker. */
    private record Place(String broker, QueueName queue) {}

    private final ExpectedJob commission;
    private final BatchFormat format = new BatchFormat(Codecs.builder().build());
    /** The task that reads each queue. */
    private final Map<QueueName, TaskName> readers = new HashMap<>();

    private final Set<QueueName> ordered = new HashSet<>();
    /** The messages in each queue or in hands, but for sentinels. */
    private final Map<Place, Integer> left = new HashMap<>();
    /** Data of ordered queues in the order in which it was given, but for what was given with a delay. */
    private final Map<Place, ArrayDeque<byte[]>> lines = new HashMap<>();
    /** How often each segment has entered the queues of an output. */
    private final Map<TaskName, Map<Object, Integer>> entered = new HashMap<>();

    private final Set<TaskName> complete = new HashSet<>();

    QueueAudit(ExpectedJob commission, String epoch) {
        this.commission = commission;
        Job job = commission.job();
        var names = new JobQueues(epoch, job);
        job.catalog().forEach(entry -> {
            TaskName task = entry.name();
            names.around(task).stream().filter(QueueDeclaration::exclusive).forEach(queue -> ordered.add(queue.name()));
            names.readBy(task).forEach(queue -> readers.put(queue, task));
        });
    }

    boolean knows(QueueName queue) {
        return readers.containsKey(queue);
    }

    void seeded(String broker, QueueName queue) {
        add(new Place(broker, queue), 1);
    }

    private void add(Place place, int count) {
        TaskName reader = readers.get(place.queue);
        if (count > 0 && reader != null && complete.contains(reader)) {
            throw new AssertionError(name() + " gave to " + place.queue + ", though " + reader + " is complete");
        }
        left.merge(place, count, Integer::sum);
    }

    void committed(String broker, List<QueuedMessage> taken, List<OutgoingMessage> given) {
        var from = new HashSet<QueueName>();
        for (QueuedMessage message : taken) {
            if (QueueMessage.kind(message.body()) != QueueMessage.SENTINEL) {
                var place = new Place(broker, message.queue());
                from.add(place.queue);
                add(place, -1);
                take(place, message.body());
            }
        }
        for (OutgoingMessage message : given) {
            byte kind = QueueMessage.kind(message.body());
            if (kind != QueueMessage.SENTINEL) {
                var place = new Place(broker, message.queue());
                add(place, 1);
                if (kind == QueueMessage.DATA && message.delayMillis() == 0 && ordered.contains(place.queue)) {
                    lines.computeIfAbsent(place, ignored -> new ArrayDeque<>()).add(message.body());
                }
                if (kind == QueueMessage.DATA && !from.contains(place.queue)) {
                    enter(place.queue, message.body());
                }
            }
        }
    }

    /** Checks that a message of an ordered queue is the next of those that were given without a delay. */
    private void take(Place place, byte[] body) {
        ArrayDeque<byte[]> line = lines.getOrDefault(place, new ArrayDeque<>());
        boolean isNext = !line.isEmpty() && Arrays.equals(line.getFirst(), body);
        if (!isNext && line.stream().anyMatch(other -> Arrays.equals(other, body))) {
            throw new AssertionError(name() + " took from the ordered queue " + place.queue + " out of order");
        }
        if (isNext) {
            line.removeFirst();
        }
    }

    /** Counts the segments of a message for an output; what its reader gives back does not come here. */
    private void enter(QueueName queue, byte[] body) {
        TaskName reader = readers.get(queue);
        if (reader == null || !commission.job().entry(reader).task().output()) {
            return;
        }
        Batch batch = format.read(body);
        for (int i = 0; i < batch.size(); i++) {
            Object segment = JobAudit.plain(batch.segments()[i]);
            int count =
                    entered.computeIfAbsent(reader, ignored -> new HashMap<>()).merge(segment, 1, Integer::sum);
            if (count > 1) {
                throw new AssertionError(
                        name() + " gave " + segment + " to the queue of " + reader + " " + count + " times");
            }
        }
    }

    private String name() {
        return commission.job().name();
    }

    /** Checks that nothing but sentinels is in the queues of a complete task, nor in the hands of anybody. */
    void completed(TaskName task) {
        if (complete.add(task)) {
            left.forEach((place, count) -> {
                if (count > 0 && task.equals(readers.get(place.queue))) {
                    throw new AssertionError(name() + " says that " + task + " is complete, but " + count
                            + " messages of " + place.queue + " are not done");
                }
            });
        }
    }

    /** Checks a completion: the queues of each output got exactly what they get without faults. */
    void completed() {
        commission.job().catalog().forEach(entry -> completed(entry.name()));
        commission
                .inputs()
                .values()
                .forEach(partitions -> partitions.forEach(partition -> partition.forEach(number -> commission
                        .due()
                        .apply((long) number)
                        .forEach((output, segments) -> segments.forEach(segment -> {
                            if (!entered.getOrDefault(TaskName.of(output), Map.of())
                                    .containsKey(segment)) {
                                throw new AssertionError(name() + " is completed, but " + segment
                                        + " never was in the queue of " + output);
                            }
                        })))));
    }
}
