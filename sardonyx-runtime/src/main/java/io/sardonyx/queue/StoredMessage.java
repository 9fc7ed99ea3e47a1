package io.sardonyx.queue;

import io.sardonyx.queue.QueueState.Queue;
import org.jspecify.annotations.Nullable;

/** A message in a queue. */
final class StoredMessage {

    final Queue queue;
    final long number;
    final MessageBody body;
    final int attempt;
    final @Nullable String group;

    /** When it may be delivered, by the clock of the broker. */
    final long dueNanos;

    int deliveries;

    StoredMessage(Queue queue, long number, MessageBody body, int attempt, @Nullable String group, long dueNanos) {
        this.queue = queue;
        this.number = number;
        this.body = body;
        this.attempt = attempt;
        this.group = group;
        this.dueNanos = dueNanos;
    }
}
