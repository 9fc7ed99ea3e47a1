package io.sardonyx.task.queue;

import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import io.sardonyx.report.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Session of a task at one broker, with retries: declares the queues, opens the session, and opens it again after a
 * back-off when it is over. What was taken and not committed by then is delivered again, here or elsewhere.
 *
 * <p>Confined to the thread of the task's turn; answers of the broker come through the mailbox.
 */
final class BrokerSession {

    /** Listener for the end of a session. */
    interface Losses {
        /** The session is over: nothing that was taken in it can be committed. */
        void lost(BrokerSession session);
    }

    private static final Duration FIRST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    /**
     * Time for which a queue may be missing before that is a failure: queues are removed when a job ends, and a task
     * may learn of that a little later.
     */
    private static final Duration MISSING = Duration.ofSeconds(10);

    private final int index;
    private final Broker broker;
    private final int prefetchBytes;
    private final Mailbox mailbox;
    private final Losses losses;
    private final long random;
    private final BackOff backOff;
    private final Deadline next = new Deadline();
    private final Deadline missingSince = new Deadline();
    private @Nullable QueueSession session;
    private @Nullable BrokerFault missing;
    /* A queue that cannot be declared, because it is there and not what it should be. */
    private @Nullable BrokerFault undeclared;
    private @Nullable Waiting waiting;
    private boolean declared;
    private boolean asking;
    private int commits;
    private int seeds;
    private long pauseNanos;

    /**
     * @param index of the broker in the address of all
     * @param prefetchBytes of each queue, see {@link Broker#open}
     * @param random for pauses and for the ids of seeds, which no other session has
     */
    private BrokerSession(int index, Broker broker, int prefetchBytes, Mailbox mailbox, Losses losses, long random) {
        this.index = index;
        this.broker = broker;
        this.prefetchBytes = prefetchBytes;
        this.mailbox = mailbox;
        this.losses = losses;
        this.random = random;
        this.backOff = new BackOff(FIRST_WAIT, LONGEST_WAIT, new SplittableRandom(random));
    }

    /** Sessions at all brokers, that read partitions or segments. */
    static List<BrokerSession> atAll(QueueSource.Parts parts, boolean partitions, Losses losses) {
        int prefetchBytes = partitions ? PartitionTokens.PREFETCH_BYTES : Broker.PREFETCH_BYTES;
        var sessions = new ArrayList<BrokerSession>();
        for (Broker broker : parts.brokers()) {
            int index = sessions.size();
            sessions.add(
                    new BrokerSession(index, broker, prefetchBytes, parts.mailbox(), losses, parts.seed() + index));
        }
        return sessions;
    }

    /** Whether none waits for the answer to a commit. */
    static boolean areCommitted(List<BrokerSession> sessions) {
        for (int i = 0; i < sessions.size(); i++) {
            if (sessions.get(i).commits > 0) {
                return false;
            }
        }
        return true;
    }

    /** What the first of those that wait waits for, or null. */
    static @Nullable Waiting waiting(List<BrokerSession> sessions) {
        for (int i = 0; i < sessions.size(); i++) {
            if (sessions.get(i).waiting != null) {
                return sessions.get(i).waiting;
            }
        }
        return null;
    }

    int index() {
        return index;
    }

    Broker broker() {
        return broker;
    }

    /** Whether the queues are declared at all brokers, and the seed of an input is put there. */
    static boolean areDeclared(List<BrokerSession> sessions) {
        return sessions.stream().allMatch(session -> session.declared);
    }

    boolean isOpen() {
        return session != null;
    }

    /** Number of commits that the broker has not answered. */
    int commits() {
        return commits;
    }

    /**
     * Declares the queues and opens the session, if it is not open and its back-off is over.
     *
     * @param seeded whether to put a seed into the queue, which is that of an input
     */
    void tend(List<QueueDeclaration> around, List<QueueName> from, boolean seeded, long nowNanos) {
        if (undeclared != null) {
            throw undeclared;
        }
        if (missing != null && missingSince.isDue(nowNanos)) {
            throw missing;
        }
        QueueSession present = session;
        if (present != null) {
            RuntimeException failure = present.failure();
            if (failure != null) {
                over(present, failure, nowNanos);
            }
            return;
        }
        if (pauseNanos > 0) {
            next.set(nowNanos + pauseNanos);
            pauseNanos = 0;
        }
        if (asking || missing != null || !next.isDue(nowNanos)) {
            return;
        }
        if (declared) {
            session = broker.open(from, prefetchBytes, mailbox::wake);
            return;
        }
        declare(around, from, seeded);
    }

    private void declare(List<QueueDeclaration> around, List<QueueName> from, boolean seeded) {
        asking = true;
        byte[] seed = QueueMessage.seed(Long.toHexString(random) + "-" + seeds++);
        CompletionStage<Void> ready = broker.declare(around)
                .thenCompose(done ->
                        seeded ? broker.seed(from.get(0), "seed", seed) : CompletableFuture.completedFuture(null));
        mailbox.await(
                ready,
                done -> {
                    asking = false;
                    declared = true;
                    mailbox.wake();
                },
                failure -> {
                    asking = false;
                    failed(failure);
                    if (failure instanceof BrokerFault fault && fault.kind() == BrokerFault.Kind.QUEUE_CONFLICT) {
                        undeclared = fault;
                    }
                });
    }

    private void over(QueueSession former, Throwable failure, long nowNanos) {
        if (session != former) {
            return;
        }
        session = null;
        commits = 0;
        former.close();
        if (failure instanceof BrokerFault fault && fault.kind() == BrokerFault.Kind.NO_QUEUE) {
            missing = fault;
            missingSince.set(nowNanos + MISSING.toNanos());
        } else if (failure instanceof BrokerFault fault && fault.kind().isOfQueue()) {
            losses.lost(this);
            throw fault;
        } else {
            failed(failure);
        }
        losses.lost(this);
    }

    private void failed(Throwable failure) {
        pauseNanos = backOff.nextNanos();
        long now = System.currentTimeMillis();
        String reason = "the broker " + broker.address() + " is away: " + failure.getMessage();
        if (waiting == null) {
            LazyLoggers.of(BrokerSession.class).warn("{}", reason);
        }
        waiting = new Waiting(
                reason,
                waiting == null ? now : waiting.sinceMillis(),
                now + Duration.ofNanos(pauseNanos).toMillis());
    }

    /** The next message, or null. */
    @Nullable
    QueuedMessage poll() {
        QueueSession present = session;
        QueuedMessage message = present == null ? null : present.poll();
        if (message != null && waiting != null) {
            waiting = null;
            backOff.succeeded();
        }
        return message;
    }

    /** Commits a unit of work; {@code committed} runs in a later turn, unless the session is lost. */
    void commit(UnitOfWork unit, Runnable committed, long nowNanos) {
        QueueSession present = session;
        if (present == null) {
            return;
        }
        commits++;
        mailbox.await(
                present.commit(unit.taken(), unit.given()),
                done -> {
                    if (session == present) {
                        commits--;
                        waiting = null;
                        backOff.succeeded();
                        committed.run();
                    }
                },
                failure -> over(present, failure, nowNanos));
    }

    /** Closes the session; it is opened again with the next {@link #tend}. */
    void close() {
        QueueSession former = session;
        session = null;
        commits = 0;
        if (former != null) {
            former.close();
        }
    }
}
