package io.sardonyx.port;

/** A message taken from a queue, as {@link QueueSession#poll} returns it. Compared by identity. */
public interface QueuedMessage {

    /** The queue it was taken from. */
    QueueName queue();

    /** What was given, byte by byte; must not be changed, for the message may have to be delivered again. */
    byte[] body();

    /** The number its giver attached, see {@link OutgoingMessage#attempt}; 0 for a seed. */
    int attempt();

    /**
     * How many deliveries the broker has counted, with this one: 1 for the first time. For metrics and logs only: a
     * broker may forget earlier deliveries when it crashes.
     */
    int deliveries();
}
