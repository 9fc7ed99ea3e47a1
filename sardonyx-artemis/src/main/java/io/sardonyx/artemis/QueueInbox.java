package io.sardonyx.artemis;

import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.QueueName;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.MessageHandler;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one queue that have arrived at a session and were not polled. When it holds enough, the client is
 * told to hand over no more, so that the broker's credits run out and others get the rest.
 */
final class QueueInbox implements MessageHandler {

    private static final int NO_LIMIT = -1;

    private final String broker;
    private final QueueName queue;
    /** Bytes of messages it takes; as many again may wait in the client. */
    private final int fullBytes;

    private final Runnable arrived;
    private final Consumer<RuntimeException> failed;
    private final ConcurrentLinkedQueue<TakenMessage> messages = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytes = new AtomicLong();
    private volatile @Nullable ClientConsumer consumer;
    private volatile boolean paused;
    private volatile boolean closed;
    /** Used by one thread only. */
    private boolean foundCutOff;

    QueueInbox(String broker, QueueName queue, int prefetchBytes, Runnable arrived, Consumer<RuntimeException> failed) {
        this.broker = broker;
        this.queue = queue;
        this.fullBytes = Math.max(1, prefetchBytes / 2);
        this.arrived = arrived;
        this.failed = failed;
    }

    QueueName queue() {
        return queue;
    }

    /** @throws BrokerFault if there is no such queue */
    void open(ClientSession session) throws ActiveMQException {
        try {
            ClientConsumer opened =
                    session.createConsumer(BrokerAdministration.address(queue), null, fullBytes, NO_LIMIT, false);
            opened.setMessageHandler(this);
            consumer = opened;
        } catch (ActiveMQException e) {
            if (e.getType() == ActiveMQExceptionType.QUEUE_DOES_NOT_EXIST) {
                throw BrokerFault.noQueue(broker, queue);
            }
            throw e;
        }
    }

    /** Called by the client, for one message at a time. */
    @Override
    public void onMessage(ClientMessage message) {
        try {
            TakenMessage taken = TakenMessage.of(broker, this, message);
            messages.add(taken);
            if (bytes.addAndGet(taken.body().length) >= fullBytes) {
                pause();
            }
        } catch (BrokerFault damaged) {
            failed.accept(damaged);
            return;
        }
        arrived.run();
    }

    private synchronized void pause() {
        ClientConsumer present = consumer;
        if (present == null || closed) {
            return;
        }
        try {
            paused = true;
            present.setMessageHandler(null);
            // all may have been polled meanwhile, and then nobody would come to resume
            resume();
        } catch (ActiveMQException e) {
            // closed meanwhile, so nothing more comes either
        }
    }

    /** Whether it has room again after it was full. */
    boolean isToBeResumed() {
        return paused && bytes.get() <= fullBytes / 2;
    }

    synchronized void resume() {
        ClientConsumer present = consumer;
        if (present == null || closed || !isToBeResumed()) {
            return;
        }
        try {
            paused = false;
            present.setMessageHandler(this);
        } catch (ActiveMQException e) {
            // closed meanwhile, which the session notices
        }
    }

    @Nullable
    TakenMessage poll() {
        TakenMessage message = messages.poll();
        if (message != null) {
            bytes.addAndGet(-message.body().length);
        }
        return message;
    }

    /** Whether the client's consumer was closed, and not by us, and that was not told before. */
    boolean isCutOff() {
        ClientConsumer present = consumer;
        boolean found = !foundCutOff && present != null && !closed && present.isClosed();
        foundCutOff |= found;
        return found;
    }

    /** Drops what was not polled; it returns to the queue with the session. */
    void close() {
        closed = true;
        messages.clear();
    }
}
