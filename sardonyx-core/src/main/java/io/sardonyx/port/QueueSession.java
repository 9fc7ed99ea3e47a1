package io.sardonyx.port;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Transacted session of one consumer at one broker: takes messages from queues, and gives messages to queues.
 *
 * <p>A session ends once: closed by its owner, by a failed {@link #commit}, with its connection, or with its process;
 * the latter at the latest after the connection timeout of the broker, also for a process that is only stopped. Then
 * every message that it took and did not commit returns to its queue, in the order in which it was. A session never
 * comes back; its owner opens another one and polls again, and what it is given is the truth about what was committed.
 *
 * <p>For one thread at a time; no call blocks. Nothing is allocated but per message and per commit.
 */
public interface QueueSession extends AutoCloseable {

    /**
     * The next message of one of the queues, or null when there is none at present; queues that have messages are
     * served in turn. The message belongs to this session until it is committed or the session is over. From one queue
     * messages come in the order in which they were given, if this session is its only one; scheduled messages take
     * their place when they are due.
     *
     * <p>Null once the session is over: what was prefetched no longer belongs to it.
     */
    @Nullable
    QueuedMessage poll();

    /**
     * Removes messages from their queues and adds others, in one transaction: both or neither, also after a crash. What
     * is given is visible to others only then. Commits take effect in the order of the calls, and given messages are
     * queued in the order of the list; several commits may be under way, and those that wait may share a transaction.
     *
     * <p>If the stage fails, the outcome is unknown and the session is over, for a commit that depends on one whose
     * outcome is unknown must not happen. No answer is needed to go on: taken and given are one transaction, so
     * whatever the broker delivers next is the truth. Fails with {@link BrokerFault.Kind#NO_QUEUE} if a queue to give
     * to does not exist; then nothing has happened.
     *
     * <p>The lists and the bodies given must not be changed afterwards; they are not copied.
     *
     * @param taken messages polled from this session and not committed before, in any order
     * @throws IllegalArgumentException if one of them is not
     */
    CompletionStage<Void> commit(List<QueuedMessage> taken, List<OutgoingMessage> given);

    /**
     * Why this session is over: {@link BrokerUnavailable} or {@link BrokerFault}, with the broker and the queue in its
     * message. Null while it is usable, and after {@link #close} unless it failed before.
     */
    @Nullable
    RuntimeException failure();

    /**
     * Ends the session; idempotent. Commits that were called are carried out first, and their stages complete. All
     * other messages return to their queues, and those that were prefetched but not polled do not count as deliveries.
     */
    @Override
    void close();
}
