package io.sardonyx.testkit.simulate;

import io.sardonyx.port.Broker;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A broker that passes everything on, but for what a planted bug bends. */
class TamperedBroker implements Broker {

    private final Broker broker;

    TamperedBroker(Broker broker) {
        this.broker = broker;
    }

    /** The commit of a session. */
    CompletionStage<Void> commit(QueueSession session, List<QueuedMessage> taken, List<OutgoingMessage> given) {
        return session.commit(taken, given);
    }

    /** Called with each message that a session polls. */
    void polled(QueuedMessage message) {}

    @Override
    public String address() {
        return broker.address();
    }

    @Override
    public CompletionStage<String> id() {
        return broker.id();
    }

    @Override
    public CompletionStage<Void> declare(Collection<QueueDeclaration> queues) {
        return broker.declare(queues);
    }

    @Override
    public QueueSession open(List<QueueName> from, int prefetchBytes, Runnable nudge) {
        QueueSession session = broker.open(from, prefetchBytes, nudge);
        return new QueueSession() {
            @Override
            public @Nullable QueuedMessage poll() {
                QueuedMessage message = session.poll();
                if (message != null) {
                    polled(message);
                }
                return message;
            }

            @Override
            public CompletionStage<Void> commit(List<QueuedMessage> taken, List<OutgoingMessage> given) {
                return TamperedBroker.this.commit(session, taken, given);
            }

            @Override
            public @Nullable RuntimeException failure() {
                return session.failure();
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    @Override
    public CompletionStage<OptionalLong> depth(QueueName queue) {
        return broker.depth(queue);
    }

    @Override
    public CompletionStage<Void> seed(QueueName queue, String id, byte[] body) {
        return broker.seed(queue, id, body);
    }

    @Override
    public CompletionStage<Void> remove(String prefix) {
        return broker.remove(prefix);
    }

    @Override
    public void close() {
        broker.close();
    }
}
