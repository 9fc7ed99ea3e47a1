package io.sardonyx.port;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Connection to a message broker: transactional queues between tasks, shared by all processes of a cluster.
 *
 * <p>The broker alone decides who has which message. It delivers a message to one session at a time, a transaction
 * moves it to other queues, and {@link #depth} counts it until then. So a process that is wrong about its assignment,
 * or that was declared dead and goes on, neither loses nor duplicates a message; fences, checkpoints and duplicate ids
 * are not needed for data.
 *
 * <p>A broker survives its own crash with everything whose commit it has confirmed, and nothing moves from one broker
 * to another: a message on its way between two would be counted by neither. A caller that uses several distributes its
 * work over them, and gives at a broker what it took at that broker.
 *
 * <p>Every call returns at once, before there is a connection; a stage completes on the adapter's thread, and the
 * caller queues the result for its own next turn. A stage fails with
 *
 * <ul>
 *   <li>{@link BrokerUnavailable} when a retry may help: no connection, no answer, no room. The outcome of the call is
 *       unknown, but each of these calls may be repeated;
 *   <li>{@link BrokerFault} when an operator has to repair something first;
 *   <li>{@link IllegalStateException} after {@link #close}.
 * </ul>
 *
 * <p>Thread-safe.
 */
public interface Broker extends AutoCloseable {

    /** Largest body of a message in bytes: a batch that was nearly full plus the largest segment, with some room. */
    int MAX_BODY_BYTES = 4 << 20;

    /** Bytes that a session usually prefetches of each queue, enough to keep it busy while the broker answers. */
    int PREFETCH_BYTES = 1 << 20;

    /** The address of this one broker, without settings and secrets, for messages and metrics. */
    String address();

    /**
     * The identity of the broker's data, which survives restarts and differs from that of any other broker. By it a
     * process is recognized that is configured with other brokers than its cluster: work given there would never be
     * found.
     */
    CompletionStage<String> id();

    /**
     * Creates queues, durable ones where the broker outlives its processes. A queue that exists stays as it is; if it
     * was declared with another {@link QueueDeclaration#exclusive}, the call fails with
     * {@link BrokerFault.Kind#QUEUE_CONFLICT}.
     */
    CompletionStage<Void> declare(Collection<QueueDeclaration> queues);

    /**
     * Opens a transacted session that reads the given queues, possibly none, and may give to any.
     *
     * <p>Returns before the broker has been reached. If it cannot be, or if one of the queues does not exist, the
     * session is over and {@link QueueSession#failure} says why.
     *
     * @param prefetchBytes bytes of each queue that are fetched beyond those polled; the message that crosses the limit
     *     still comes. What one session has prefetched, no other can work on
     * @param nudge called on any thread when, after a {@link QueueSession#poll} that returned null, there may be
     *     something to poll, and when the session is over; it must return quickly and only signal its own thread
     */
    QueueSession open(List<QueueName> from, int prefetchBytes, Runnable nudge);

    /** Opens a session with the usual prefetch. */
    default QueueSession open(List<QueueName> from, Runnable nudge) {
        return open(from, PREFETCH_BYTES, nudge);
    }

    /**
     * How many messages a queue holds: waiting, scheduled for later, prefetched, or polled and not yet committed. Those
     * delivered and not acknowledged must count, for their consumer may still turn them into more.
     *
     * <p>Never less than the truth, or less than 32 if that is more: a broker whose count misses what is on its way may
     * make only small ones sure. After the answer to a {@link QueueSession#commit} it includes what that commit gave
     * and no longer what it took; while a commit is under way, each of the two may be counted or not, but what it took
     * is counted at least until what it gave to the same queue is. Empty while the broker cannot tell for sure, such as
     * after a restart until it has counted again what it had paged to disk. Fails with
     * {@link BrokerFault.Kind#MESSAGES_REMOVED} if the broker knows that somebody purged the queue.
     */
    CompletionStage<OptionalLong> depth(QueueName queue);

    /**
     * Puts a message into a queue unless one with that id was ever put there by this method, whether or not it has been
     * taken since. So an unknown outcome is no problem: ask again. Two calls at the same moment may both put theirs. A
     * removed queue forgets its ids.
     */
    CompletionStage<Void> seed(QueueName queue, String id, byte[] body);

    /**
     * Removes all queues whose name begins with the prefix, with what they hold. Sessions that read one of them are
     * over, with {@link BrokerFault.Kind#NO_QUEUE}; so a removed queue is not mistaken for an empty one. Names without
     * a queue are no error.
     */
    CompletionStage<Void> remove(String prefix);

    /** Closes all sessions of this connection, and then the connection; idempotent. */
    @Override
    void close();
}
