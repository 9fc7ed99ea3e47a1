package io.sardonyx.port;

import org.jspecify.annotations.Nullable;

/**
 * A message to be given to a queue by {@link QueueSession#commit}.
 *
 * @param attempt number that travels with the body, so that a body can be given back for a retry as it is
 * @param delayMillis time after the commit before which it is not delivered; it counts in {@link Broker#depth} from the
 *     commit on. It joins the end of the queue when it is due
 * @param group messages of one group go to the same session as long as the sessions that read the queue stay the same;
 *     a preference, so that a token returns to the consumer that has its partition open, and no promise. Groups are
 *     dealt over the sessions in turn, and anew when a session is opened, so that each has its share. Null for none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared by content
public record OutgoingMessage(
        QueueName queue,
        byte[] body,
        int attempt,
        long delayMillis,
        @Nullable String group) {

    /** @throws BrokerFault if the body is too large; thrown here, where nothing is taken or given yet */
    public OutgoingMessage {
        if (body.length > Broker.MAX_BODY_BYTES) {
            throw BrokerFault.tooLarge(queue, body.length);
        }
        if (attempt < 0 || delayMillis < 0) {
            throw new IllegalArgumentException(
                    "attempt " + attempt + " and delay " + delayMillis + " are not negative");
        }
    }

    public OutgoingMessage(QueueName queue, byte[] body) {
        this(queue, body, 0, 0, null);
    }

    public OutgoingMessage withAttempt(int other) {
        return new OutgoingMessage(queue, body, other, delayMillis, group);
    }

    public OutgoingMessage withDelayMillis(long other) {
        return new OutgoingMessage(queue, body, attempt, other, group);
    }

    public OutgoingMessage withGroup(String other) {
        return new OutgoingMessage(queue, body, attempt, delayMillis, other);
    }
}
