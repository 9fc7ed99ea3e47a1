package io.sardonyx.task.queue;

import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Broker;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Sum of the segments that a queued task has skipped, over all its peers: each unit of work gives its count to a queue
 * of its own in the transaction in which it skips, so the sum is exact whatever crashed. It is read once, by the peer
 * that seals the task. Confined to the thread of the task's turn.
 */
final class SkippedTotal {

    /** The counts at one broker. */
    private static final class Counts {

        private final Broker broker;
        private @Nullable QueueSession session;
        private boolean asking;
        private long left = -1;
        private long sum;

        private Counts(Broker broker) {
            this.broker = broker;
        }

        private boolean isRead() {
            return left == 0;
        }
    }

    private final QueueName queue;
    private final Mailbox mailbox;
    private final List<Counts> all = new ArrayList<>();

    SkippedTotal(QueueName queue, List<Broker> brokers, Mailbox mailbox) {
        this.queue = queue;
        this.mailbox = mailbox;
        brokers.forEach(broker -> all.add(new Counts(broker)));
    }

    /**
     * Reads on; the sum once all is read. To be called when the task is drained, so that no count is added any more.
     */
    OptionalLong read() {
        long sum = 0;
        boolean read = true;
        for (Counts counts : all) {
            read(counts);
            read &= counts.isRead();
            sum += counts.sum;
        }
        return read ? OptionalLong.of(sum) : OptionalLong.empty();
    }

    private void read(Counts counts) {
        if (counts.left < 0) {
            ask(counts);
            return;
        }
        if (counts.left > 0 && counts.session == null) {
            counts.session = counts.broker.open(List.of(queue), mailbox::wake);
        }
        QueueSession session = counts.session;
        while (counts.left > 0 && session != null) {
            QueuedMessage message = session.poll();
            if (message == null) {
                if (session.failure() != null) {
                    close(counts);
                    counts.left = -1;
                }
                return;
            }
            counts.sum += QueueMessage.skippedCount(message.body());
            counts.left--;
        }
        close(counts);
    }

    private void ask(Counts counts) {
        if (counts.asking) {
            return;
        }
        counts.asking = true;
        mailbox.await(
                counts.broker.depth(queue),
                depth -> {
                    counts.asking = false;
                    counts.sum = 0;
                    counts.left = depth.orElse(-1);
                    mailbox.wake();
                },
                failure -> counts.asking = false);
    }

    private static void close(Counts counts) {
        QueueSession former = counts.session;
        counts.session = null;
        if (former != null) {
            former.close();
        }
    }

    void close() {
        all.forEach(SkippedTotal::close);
    }
}
