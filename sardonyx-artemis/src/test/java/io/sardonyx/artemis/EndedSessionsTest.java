package io.sardonyx.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions that are over become garbage while their broker stays connected, or connects again. */
@Timeout(120)
class EndedSessionsTest {

    private static final QueueName QUEUE = QueueName.of("epoch", "job", "q");
    private static final int SESSIONS = 16;
    /** Sessions that may stay reachable: the last one, by threads and buffers that nobody has used since. */
    private static final int MOST_LEFT = 2;

    private DevelopmentBroker server;
    private ArtemisBroker broker;
    private final List<WeakReference<ArtemisSession>> ended = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        server = DevelopmentBroker.start(null, 0);
        broker = (ArtemisBroker)
                new ArtemisBrokerProvider().open(server.address()).get(0);
        broker.declare(List.of(QueueDeclaration.shared(QUEUE)))
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws Exception {
        broker.close();
        server.close();
    }

    private static void until(String wish, BooleanSupplier wished) {
        long start = System.nanoTime();
        while (!wished.getAsBoolean()) {
            assertThat(System.nanoTime() - start)
                    .as("waited in vain for " + wish)
                    .isLessThan(TimeUnit.SECONDS.toNanos(30));
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** A session that is open at the broker. */
    private ArtemisSession opened() throws Exception {
        var session = (ArtemisSession) broker.open(List.of(QUEUE), () -> {});
        session.commit(List.of(), List.of()).toCompletableFuture().get(30, TimeUnit.SECONDS);
        return session;
    }

    private void openAndClose() throws Exception {
        ArtemisSession session = opened();
        session.close();
        session.ended().get(30, TimeUnit.SECONDS);
        ended.add(new WeakReference<>(session));
    }

    /** Loses the connection, as when the broker is killed; the next session makes a new one. */
    private void openAndLose() throws Exception {
        ArtemisSession session = opened();
        try (ClientSession other = broker.connection().session(false)) {
            other.getSessionFactory().getConnection().getTransportConnection().forceClose();
        }
        session.ended().get(30, TimeUnit.SECONDS);
        assertThat(session.failure()).isNotNull();
        ended.add(new WeakReference<>(session));
    }

    private long left() {
        System.gc();
        return ended.stream().filter(session -> !session.refersTo(null)).count();
    }

    @Test
    void sessionsThatWereClosedAreForgotten() throws Exception {
        for (int i = 0; i < SESSIONS; i++) {
            openAndClose();
        }
        until("closed sessions to be garbage", () -> left() <= MOST_LEFT);
    }

    @Test
    void sessionsWhoseConnectionWasLostAreForgotten() throws Exception {
        for (int i = 0; i < SESSIONS; i++) {
            openAndLose();
        }
        until("lost sessions to be garbage", () -> left() <= MOST_LEFT);
    }
}
