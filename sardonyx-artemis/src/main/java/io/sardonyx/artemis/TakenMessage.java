package io.sardonyx.artemis;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueuedMessage;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;

/**
 * A message as it was delivered, and the format of messages: the body as it is, and one property with the attempt and a
 * checksum of the body, without which a message is not one of ours.
 */
final class TakenMessage implements QueuedMessage {

    private static final SimpleString SEAL = SimpleString.of("sardonyx");

    private final QueueInbox inbox;
    private final ClientMessage message;
    private final byte[] body;
    private final int attempt;
    /** Set once, on the thread of the session's owner. */
    private boolean committed;

    private TakenMessage(QueueInbox inbox, ClientMessage message, byte[] body, int attempt) {
        this.inbox = inbox;
        this.message = message;
        this.body = body;
        this.attempt = attempt;
    }

    /** The client's form of a message to be given. */
    static ClientMessage outgoing(ClientSession session, OutgoingMessage given, long nowMillis) {
        ClientMessage message = session.createMessage(Message.BYTES_TYPE, true);
        // With it the broker refuses a queue that does not exist, even if its address still does.
        message.setRoutingType(RoutingType.ANYCAST);
        message.putLongProperty(SEAL, (long) given.attempt() << Integer.SIZE | checksum(given.body()));
        if (given.delayMillis() > 0) {
            message.putLongProperty(Message.HDR_SCHEDULED_DELIVERY_TIME, nowMillis + given.delayMillis());
        }
        if (given.group() != null) {
            message.putStringProperty(Message.HDR_GROUP_ID, SimpleString.of(given.group()));
        }
        message.getBodyBuffer().writeBytes(given.body());
        return message;
    }

    /** @throws BrokerFault if it is not one of ours, or damaged */
    static TakenMessage of(String broker, QueueInbox inbox, ClientMessage message) {
        QueueName queue = inbox.queue();
        Object seal = message.getObjectProperty(SEAL);
        if (!(seal instanceof Long sealed) || message.getBodySize() > Broker.MAX_BODY_BYTES) {
            throw damaged(broker, queue, "is not one of ours");
        }
        ActiveMQBuffer buffer = message.getBodyBuffer();
        byte[] body = new byte[buffer.readableBytes()];
        buffer.readBytes(body);
        if (checksum(body) != (sealed & 0xFFFF_FFFFL)) {
            throw damaged(broker, queue, "is damaged");
        }
        return new TakenMessage(inbox, message, body, (int) (sealed >>> Integer.SIZE));
    }

    private static BrokerFault damaged(String broker, QueueName queue, String how) {
        return new BrokerFault(
                BrokerFault.Kind.DAMAGED_MESSAGE, "a message in the queue " + queue + " at " + broker + " " + how);
    }

    private static long checksum(byte[] body) {
        var checksum = new CRC32C();
        checksum.update(body);
        return checksum.getValue();
    }

    /** Whether it came through one of these, compared by identity. */
    boolean isOf(List<QueueInbox> inboxes) {
        return inboxes.contains(inbox);
    }

    /** Marks it as committed; returns false if it was already. */
    boolean commit() {
        boolean first = !committed;
        committed = true;
        return first;
    }

    void uncommit() {
        committed = false;
    }

    /** Takes it from its queue in the current transaction of its session. */
    void acknowledge() throws ActiveMQException {
        message.individualAcknowledge();
    }

    @Override
    public QueueName queue() {
        return inbox.queue();
    }

    @Override
    public byte[] body() {
        return body;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public int deliveries() {
        return Math.max(1, message.getDeliveryCount());
    }
}
