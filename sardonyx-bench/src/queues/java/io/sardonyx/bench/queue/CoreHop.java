package io.sardonyx.bench.queue;

import io.sardonyx.bench.queue.HandWrittenChain.QueueLink;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.BatchFormat;
import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.serial.Codecs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.UnaryOperator;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.jspecify.annotations.Nullable;

/**
 * One task of the chain by hand: takes messages from a queue, gives messages to the next, and commits both in one
 * transaction. Messages have the format of our engine's, and all that arrived while one transaction was committed goes
 * into the next, up to as many as there.
 */
final class CoreHop {

    /** Most messages of a transaction. */
    static final int TRANSACTION = 64;

    private static final byte DATA = 1;
    private static final byte END = 3;

    private final ClientSession session;
    private final ClientProducer producer;
    private final @Nullable QueueLink from;
    private final @Nullable QueueLink to;
    private final BatchFormat format = new BatchFormat(Codecs.forTypes(List.of(EventRecord.class)));
    private final ArrayBlockingQueue<ClientMessage> arrived = new ArrayBlockingQueue<>(2 * TRANSACTION);
    private final List<ClientMessage> taken = new ArrayList<>();
    private @Nullable Batch open;
    private @Nullable SegmentOrigin origin;
    private long runs;

    /** What is done with the segments of a message. */
    @FunctionalInterface
    interface Segments {
        void take(Object[] segments, int from, int to);
    }

    CoreHop(ClientSession session, @Nullable QueueLink from, @Nullable QueueLink to) throws Exception {
        this.session = session;
        this.producer = session.createProducer();
        this.from = from;
        this.to = to;
        if (from != null) {
            session.createConsumer(from.name()).setMessageHandler(this::arrive);
        }
        session.start();
    }

    private void arrive(ClientMessage message) {
        try {
            arrived.put(message);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void origin(SegmentOrigin other) {
        origin = other;
    }

    /** Applies a function to all segments until the end; null leaves one out. */
    void transform(UnaryOperator<@Nullable EventRecord> function) throws Exception {
        boolean ends = false;
        while (!ends) {
            ends = take((segments, start, end) -> {
                for (int i = start; i < end; i++) {
                    EventRecord result = function.apply((EventRecord) segments[i]);
                    if (result != null) {
                        give(result);
                    }
                }
            });
            commit();
        }
        end();
    }

    void forEach(Segments action) throws Exception {
        boolean ends = false;
        while (!ends) {
            ends = take(action);
            commit();
        }
    }

    /** Takes what has arrived, at least one message; whether the last one was the end. */
    private boolean take(Segments action) throws Exception {
        taken.add(arrived.take());
        arrived.drainTo(taken, TRANSACTION - 1);
        for (ClientMessage message : taken) {
            byte[] body = new byte[message.getBodyBuffer().readableBytes()];
            message.getBodyBuffer().readBytes(body);
            if (body[0] == END) {
                return true;
            }
            Batch batch = format.read(body);
            origin = batch.origin(0);
            action.take(batch.segments(), 0, batch.size());
        }
        return false;
    }

    void give(EventRecord segment) {
        Batch batch = open;
        if (batch == null) {
            batch = format.blank(QueueTrial.MESSAGE, 1);
            open = batch;
        }
        batch.add(segment);
        if (batch.isFull()) {
            send(batch);
        }
    }

    private void send(Batch batch) {
        open = null;
        batch.endRun(runs++, runs, origin);
        send(format.bytes(DATA, batch));
    }

    private void send(byte[] body) {
        QueueLink queue = to;
        if (queue == null) {
            throw new IllegalStateException("the last task gives nothing");
        }
        try {
            queue.room().acquire();
            ClientMessage message = session.createMessage(Message.BYTES_TYPE, true);
            message.setRoutingType(RoutingType.ANYCAST);
            message.getBodyBuffer().writeBytes(body);
            producer.send(queue.name(), message);
        } catch (Exception e) {
            throw new IllegalStateException("a message was not sent", e);
        }
    }

    /** Commits what was taken and what was given since the last time. */
    void commit() throws Exception {
        if (open != null) {
            send(open);
        }
        if (!taken.isEmpty()) {
            taken.get(taken.size() - 1).acknowledge();
        }
        session.commit();
        if (from != null) {
            from.room().release(taken.size());
        }
        taken.clear();
    }

    /** Tells the next task that there is no more. */
    void end() throws Exception {
        if (to != null) {
            send(new byte[] {END});
            commit();
        }
    }
}
