package io.sardonyx.artemis;

import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.BrokerUnavailable;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.SessionFailureListener;
import org.jspecify.annotations.Nullable;

/**
 * A transacted session at Artemis. The client's session is used by one task at a time, each in its turn; messages come
 * through {@link QueueInbox} and are polled without a call to the client.
 */
final class ArtemisSession implements QueueSession {

    /** Most messages and bytes that commits which waited together put into one transaction. */
    private static final int MOST_MESSAGES = 512;

    private static final long MOST_BYTES = 8 << 20;

    /** A commit that was called and is not answered. */
    private record Unit(List<TakenMessage> taken, List<OutgoingMessage> given, CompletableFuture<Void> answer) {

        long bytes() {
            long bytes = 0;
            for (OutgoingMessage message : given) {
                bytes += message.body().length;
            }
            return bytes;
        }
    }

    private final BrokerConnection connection;
    private final List<QueueInbox> inboxes;
    private final Runnable nudge;
    private final Consumer<ArtemisSession> forget;
    private final SerialExecutor tasks;
    private final Losses losses = new Losses();
    private final ConcurrentLinkedQueue<Unit> units = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile @Nullable RuntimeException failure;
    private volatile boolean over;
    private volatile boolean hungry;
    private int turn;

    /* Used in turn by the tasks only. */
    private @Nullable ClientSession session;
    private @Nullable ClientProducer producer;

    ArtemisSession(
            BrokerConnection connection,
            List<QueueName> from,
            int prefetchBytes,
            Runnable nudge,
            Consumer<ArtemisSession> forget) {
        this.connection = connection;
        this.nudge = nudge;
        this.forget = forget;
        this.tasks = new SerialExecutor(connection.threads());
        this.inboxes = from.stream()
                .distinct()
                .map(queue -> new QueueInbox(connection.name(), queue, prefetchBytes, this::arrived, this::fail))
                .toList();
    }

    void open() {
        execute(this::connect);
    }

    private void execute(Runnable task) {
        try {
            tasks.execute(task);
        } catch (RejectedExecutionException e) {
            fail(new BrokerUnavailable("the connection to the broker " + connection.name() + " is closed", e));
            ended.complete(null);
        }
    }

    private void connect() {
        if (over) {
            return;
        }
        try {
            ClientSession opened = connection.session(true);
            session = opened;
            opened.addFailureListener(losses);
            ClientProducer sender = opened.createProducer();
            producer = sender;
            for (QueueInbox inbox : inboxes) {
                inbox.open(opened);
            }
            opened.start();
            for (QueueInbox inbox : inboxes) {
                BrokerAdministration.dealGroups(opened, sender, inbox.queue());
            }
        } catch (ActiveMQException e) {
            fail(connection.failure("did not open a session", e));
        } catch (RuntimeException e) {
            fail(e);
        } catch (Exception e) {
            fail(new BrokerUnavailable("the broker " + connection.name() + " did not open a session: " + e, e));
        }
    }

    /** Listener for the loss of the connection. */
    private final class Losses implements SessionFailureListener {

        @Override
        public void connectionFailed(ActiveMQException exception, boolean failedOver) {
            fail(new BrokerUnavailable(
                    "the connection to the broker " + connection.name() + " is lost: " + exception.getMessage(),
                    exception));
        }

        @Override
        public void connectionFailed(ActiveMQException exception, boolean failedOver, String scaleDownTargetNodeID) {
            connectionFailed(exception, failedOver);
        }

        @Override
        public void beforeReconnect(ActiveMQException exception) {}
    }

    /** Looks whether a queue that is read has been removed; called by one thread at a time. */
    void check() {
        for (int i = 0; i < inboxes.size() && !over; i++) {
            if (inboxes.get(i).isCutOff()) {
                QueueName queue = inboxes.get(i).queue();
                execute(() -> cutOff(queue));
            }
        }
    }

    /** Fails because the broker delivers no more from a queue. */
    private void cutOff(QueueName queue) {
        ClientSession open = session;
        try {
            if (open != null
                    && !open.queueQuery(BrokerAdministration.address(queue)).isExists()) {
                fail(BrokerFault.noQueue(connection.name(), queue));
                return;
            }
        } catch (ActiveMQException e) {
            // the connection is lost, too
        }
        fail(new BrokerUnavailable("the broker " + connection.name() + " has closed the consumer of " + queue));
    }

    private void arrived() {
        if (hungry) {
            hungry = false;
            nudge.run();
        }
    }

    /** Ends the session because of a failure, the first one if there are several. */
    private void fail(RuntimeException reason) {
        synchronized (inboxes) {
            if (over) {
                return;
            }
            failure = reason;
            over = true;
        }
        nudge.run();
        execute(this::end);
    }

    @Override
    public @Nullable QueuedMessage poll() {
        QueuedMessage next = next();
        if (next == null) {
            hungry = true;
            // one that came before it was noted that somebody waits
            next = next();
        }
        return next;
    }

    private @Nullable QueuedMessage next() {
        for (int i = 0; i < inboxes.size() && !over; i++) {
            int index = (turn + i) % inboxes.size();
            QueueInbox inbox = inboxes.get(index);
            TakenMessage message = inbox.poll();
            if (message != null) {
                turn = index + 1;
                if (inbox.isToBeResumed()) {
                    execute(inbox::resume);
                }
                return message;
            }
        }
        return null;
    }

    @Override
    public CompletionStage<Void> commit(List<QueuedMessage> taken, List<OutgoingMessage> given) {
        List<TakenMessage> own = own(taken);
        if (over) {
            RuntimeException reason = failure;
            return CompletableFuture.failedFuture(
                    reason == null
                            ? new IllegalStateException("this session at " + connection.name() + " is closed")
                            : reason);
        }
        var unit = new Unit(own, given, new CompletableFuture<>());
        units.add(unit);
        execute(this::commitAll);
        return unit.answer();
    }

    private List<TakenMessage> own(List<QueuedMessage> taken) {
        var own = new ArrayList<TakenMessage>(taken.size());
        for (QueuedMessage each : taken) {
            if (!(each instanceof TakenMessage message) || !message.isOf(inboxes) || !message.commit()) {
                own.forEach(TakenMessage::uncommit);
                throw new IllegalArgumentException(
                        "a message of the queue " + each.queue() + " is not in the hands of this session");
            }
            own.add(message);
        }
        return own;
    }

    /** Commits units that wait, in one transaction, in order. */
    private void commitAll() {
        while (!units.isEmpty()) {
            var together = new ArrayList<Unit>();
            int messages = 0;
            long bytes = 0;
            for (Unit next = units.peek();
                    next != null && messages < MOST_MESSAGES && bytes < MOST_BYTES;
                    next = units.peek()) {
                together.add(next);
                units.remove();
                messages += next.taken().size() + next.given().size();
                bytes += next.bytes();
            }
            commit(together);
        }
    }

    private void commit(List<Unit> together) {
        RuntimeException reason = outcome(together);
        if (reason == null) {
            together.forEach(unit -> unit.answer().complete(null));
        } else {
            fail(reason);
            together.forEach(unit -> unit.answer().completeExceptionally(reason));
        }
    }

    /** Commits units in one transaction; returns why that failed, or null. */
    private @Nullable RuntimeException outcome(List<Unit> together) {
        ClientSession open = session;
        ClientProducer sender = producer;
        if (failure != null) {
            return failure;
        }
        if (open == null || sender == null) {
            return new BrokerUnavailable("the broker " + connection.name() + " was not reached");
        }
        try {
            transact(open, sender, together);
            return null;
        } catch (ActiveMQException e) {
            BrokerFault missing = missing(open, together);
            return missing == null ? connection.failure("did not confirm a transaction", e) : missing;
        } catch (RuntimeException e) {
            return new BrokerUnavailable("a transaction at the broker " + connection.name() + " failed: " + e, e);
        }
    }

    /** Gives before it takes: the broker counts in this order, so no depth misses what goes back to its own queue. */
    private static void transact(ClientSession open, ClientProducer producer, List<Unit> together)
            throws ActiveMQException {
        boolean any = false;
        for (Unit unit : together) {
            for (OutgoingMessage message : unit.given()) {
                producer.send(
                        BrokerAdministration.address(message.queue()),
                        TakenMessage.outgoing(open, message, System.currentTimeMillis()));
                any = true;
            }
        }
        for (Unit unit : together) {
            for (TakenMessage message : unit.taken()) {
                message.acknowledge();
                any = true;
            }
        }
        if (any) {
            open.commit();
        }
    }

    /** The fault of a queue to give to that does not exist; null if there is none. */
    private @Nullable BrokerFault missing(ClientSession open, List<Unit> together) {
        try {
            for (QueueName queue : together.stream()
                    .flatMap(unit -> unit.given().stream())
                    .map(OutgoingMessage::queue)
                    .distinct()
                    .toList()) {
                if (!open.queueQuery(BrokerAdministration.address(queue)).isExists()) {
                    return BrokerFault.noQueue(connection.name(), queue);
                }
            }
        } catch (ActiveMQException e) {
            return null;
        }
        return null;
    }

    @Override
    public @Nullable RuntimeException failure() {
        return failure;
    }

    @Override
    public void close() {
        synchronized (inboxes) {
            if (over) {
                return;
            }
            over = true;
        }
        execute(this::end);
    }

    /** Completes when the broker has everything back that was not committed. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    private void end() {
        commitAll();
        inboxes.forEach(QueueInbox::close);
        ClientSession last = session;
        session = null;
        producer = null;
        if (last != null) {
            // the client keeps listeners with the connection, which outlives its sessions, also when it was lost
            last.removeFailureListener(losses);
            try {
                last.close();
            } catch (ActiveMQException e) {
                // the broker ends it with its connection
            }
        }
        forget.accept(this);
        ended.complete(null);
    }
}
