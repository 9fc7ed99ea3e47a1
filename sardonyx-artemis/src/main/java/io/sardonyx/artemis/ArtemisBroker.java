package io.sardonyx.artemis;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** A broker over Artemis: sessions and administration over one connection. Thread-safe. */
final class ArtemisBroker implements Broker {

    /** Interval between looks whether a queue that is read has been removed, which the client does not tell. */
    private static final long LOOK_MILLIS = 250;

    /** Longest time for which closing waits until messages have gone back. */
    private static final long CLOSING_SECONDS = 5;

    private final BrokerConnection connection;
    private final BrokerAdministration administration;
    private final Set<ArtemisSession> sessions = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    ArtemisBroker(BrokerConnection connection) {
        this.connection = connection;
        this.administration = new BrokerAdministration(connection);
        var unused = connection
                .timer()
                .scheduleWithFixedDelay(
                        () -> sessions.forEach(ArtemisSession::check), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public String address() {
        return connection.name();
    }

    @Override
    public CompletionStage<String> id() {
        return call(administration::id);
    }

    @Override
    public CompletionStage<Void> declare(Collection<QueueDeclaration> queues) {
        return call(() -> administration.declare(List.copyOf(queues)));
    }

    @Override
    public QueueSession open(List<QueueName> from, int prefetchBytes, Runnable nudge) {
        if (closed.get()) {
            throw refusal();
        }
        var session = new ArtemisSession(connection, List.copyOf(from), prefetchBytes, nudge, sessions::remove);
        sessions.add(session);
        session.open();
        if (closed.get()) {
            session.close();
        }
        return session;
    }

    @Override
    public CompletionStage<OptionalLong> depth(QueueName queue) {
        return call(() -> administration.depth(queue));
    }

    @Override
    public CompletionStage<Void> seed(QueueName queue, String id, byte[] body) {
        return call(() -> administration.seed(new OutgoingMessage(queue, body), id));
    }

    @Override
    public CompletionStage<Void> remove(String prefix) {
        return call(() -> administration.remove(prefix));
    }

    private <T> CompletionStage<T> call(Supplier<CompletionStage<T>> action) {
        if (closed.get()) {
            return CompletableFuture.failedFuture(refusal());
        }
        try {
            return action.get();
        } catch (BrokerFault tooLarge) {
            return CompletableFuture.failedFuture(tooLarge);
        }
    }

    private IllegalStateException refusal() {
        return new IllegalStateException("the broker " + address() + " is closed");
    }

    /** The connection, for tests that break it. */
    BrokerConnection connection() {
        return connection;
    }

    /** Waits a short time for the broker, so that others get at once what was taken here. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        var ends = new ArrayList<CompletableFuture<Void>>();
        for (ArtemisSession session : sessions) {
            session.close();
            ends.add(session.ended());
        }
        ends.add(administration.close());
        try {
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).get(CLOSING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // the broker gives the messages back by itself once the connection is gone
        }
        connection.close();
    }
}
