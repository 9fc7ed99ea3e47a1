package io.sardonyx.port;

/** Exception for a failure at a broker that a retry does not repair; its message names the broker and the queue. */
public final class BrokerFault extends Unreadable {

    private static final long serialVersionUID = 1;

    /** What is wrong: the first five concern one queue and so one job, the others the broker as a whole. */
    public enum Kind {
        /** The queue does not exist: never declared, or removed. */
        NO_QUEUE,
        /** The queue exists but is not what was declared. */
        QUEUE_CONFLICT,
        /** The next message is not one of ours, or its bytes are not those that were given. */
        DAMAGED_MESSAGE,
        /** The body is larger than {@link Broker#MAX_BODY_BYTES}. */
        MESSAGE_TOO_LARGE,
        /** Messages were taken from the queue by somebody else than its sessions, such as an operator who purged it. */
        MESSAGES_REMOVED,
        /** User or password are wrong, or lack a permission. */
        ACCESS_DENIED,
        /** The certificate of the broker is not trusted, or it speaks no TLS. */
        NOT_TRUSTED,
        /** The broker is configured so that it would lose messages. */
        UNSAFE_SETTINGS,
        /** The brokers of a process are not those of its cluster. */
        OTHER_BROKERS;

        /** Whether it concerns one queue only. */
        public boolean isOfQueue() {
            return compareTo(ACCESS_DENIED) < 0;
        }
    }

    private final Kind kind;

    public BrokerFault(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public BrokerFault(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public static BrokerFault noQueue(String broker, QueueName queue) {
        return new BrokerFault(Kind.NO_QUEUE, "there is no queue " + queue + " at " + broker);
    }

    public static BrokerFault conflict(String broker, QueueDeclaration wanted) {
        return new BrokerFault(
                Kind.QUEUE_CONFLICT,
                "the queue " + wanted.name() + " at " + broker + " is "
                        + (wanted.exclusive() ? "shared, not exclusive" : "exclusive, not shared"));
    }

    static BrokerFault tooLarge(QueueName queue, int bytes) {
        return new BrokerFault(
                Kind.MESSAGE_TOO_LARGE,
                "a message for the queue " + queue + " has " + bytes + " bytes, the limit is " + Broker.MAX_BODY_BYTES);
    }

    public Kind kind() {
        return kind;
    }
}
