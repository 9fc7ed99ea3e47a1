package io.sardonyx.task.queue;

import io.sardonyx.channel.Batch;
import io.sardonyx.channel.BatchFormat;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.port.QueueName;

/** Sender of batches to one queue: adds them to the unit of work, so that they are given when it is committed. */
public final class QueueSender implements ChannelSender<Batch> {

    private final QueueName queue;
    private final QueueSource source;
    private final BatchFormat format;

    QueueSender(QueueName queue, QueueSource source, BatchFormat format) {
        this.queue = queue;
        this.source = source;
        this.format = format;
    }

    @Override
    public Batch blank(int capacity, int usual, int runs) {
        return format.blank(capacity, runs);
    }

    @Override
    public boolean isNear() {
        return false;
    }

    @Override
    public boolean offer(Batch batch) {
        source.give(queue, batch);
        return true;
    }

    @Override
    public void close() {}
}
