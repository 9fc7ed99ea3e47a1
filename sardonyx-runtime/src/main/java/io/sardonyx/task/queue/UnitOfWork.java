package io.sardonyx.task.queue;

import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueuedMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * Transaction in the making: the messages that were taken at one broker, and those to be given there once all that grew
 * from the taken ones is done. Confined to the thread of the task's turn.
 */
final class UnitOfWork {

    /** Most messages and bytes of a transaction; what comes later goes into the next one. */
    private static final int MOST_MESSAGES = 64;

    private static final long MOST_BYTES = 4 << 20;

    private final BrokerSession session;
    private final List<QueuedMessage> taken = new ArrayList<>();
    private final List<OutgoingMessage> given = new ArrayList<>();
    private long bytes;

    UnitOfWork(BrokerSession session) {
        this.session = session;
    }

    BrokerSession session() {
        return session;
    }

    void take(QueuedMessage message) {
        taken.add(message);
        bytes += message.body().length;
    }

    void give(OutgoingMessage message) {
        given.add(message);
        bytes += message.body().length;
    }

    boolean isFull() {
        return taken.size() >= MOST_MESSAGES || given.size() >= MOST_MESSAGES || bytes >= MOST_BYTES;
    }

    boolean isEmpty() {
        return taken.isEmpty() && given.isEmpty();
    }

    List<QueuedMessage> taken() {
        return taken;
    }

    List<OutgoingMessage> given() {
        return given;
    }
}
