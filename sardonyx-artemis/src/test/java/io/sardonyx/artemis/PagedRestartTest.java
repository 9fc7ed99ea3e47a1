package io.sardonyx.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerUnavailable;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that is killed while most of a queue is paged to disk. */
@Timeout(240)
class PagedRestartTest {

    private static final QueueName QUEUE = QueueName.of("epoch", "paged");
    private static final int BODY_BYTES = 256 << 10;
    private static final int MESSAGES = 200;
    private static final int TAKEN = 20;

    @TempDir
    private Path directory;

    private static <T> T answer(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void noDepthIsBelowTheTruthAndNothingIsLost() throws Exception {
        try (var server = new BrokerProcess(directory)) {
            try (Broker broker = open(server)) {
                fill(broker);
            }
            for (int kill = 0; kill < 2; kill++) {
                server.restart();
                try (Broker broker = open(server)) {
                    assertThat(firstDepth(broker)).isEqualTo(MESSAGES - TAKEN);
                }
            }
            try (Broker broker = open(server);
                    QueueSession session = broker.open(List.of(QUEUE), () -> {})) {
                var seen = new TreeSet<Integer>();
                while (seen.size() < MESSAGES - TAKEN) {
                    List<QueuedMessage> some = take(session, TAKEN);
                    some.forEach(message ->
                            assertThat(seen.add(message.body()[0] & 0xFF)).isTrue());
                    answer(session.commit(some, List.of()));
                }
                assertThat(firstDepth(broker)).isZero();
            }
        }
    }

    @Test
    void aBrokerThatDoesNotSayThatItHasCountedTellsNoDepthOfAPagedQueue() throws Exception {
        QueueName small = QueueName.of("epoch", "small");
        try (var server = DevelopmentBroker.start(directory, 0)) {
            try (Broker broker = open(server.address())) {
                fill(broker);
                answer(broker.declare(List.of(QueueDeclaration.shared(small))));
                assertThat(firstDepth(broker)).isEqualTo(MESSAGES - TAKEN);
            }
            var address = ArtemisAddress.parse(server.address());
            var connection = new BrokerConnection(address.servers().get(0), address);
            try (ClientSession session = connection.session(false)) {
                session.deleteQueue(BrokerAdministration.COUNTED);
            }
            connection.close();
            try (Broker broker = open(server.address())) {
                assertThat(answer(broker.depth(QUEUE))).isEmpty();
                assertThat(answer(broker.depth(small))).hasValue(0);
            }
        }
    }

    private static Broker open(BrokerProcess server) {
        return open(server.address());
    }

    private static Broker open(String address) {
        return new ArtemisBrokerProvider().open(address).get(0);
    }

    private static void fill(Broker broker) throws Exception {
        answer(broker.declare(List.of(QueueDeclaration.shared(QUEUE))));
        try (QueueSession session = broker.open(List.of(QUEUE), () -> {})) {
            for (int i = 0; i < MESSAGES; i++) {
                byte[] body = new byte[BODY_BYTES];
                body[0] = (byte) i;
                answer(session.commit(List.of(), List.of(new OutgoingMessage(QUEUE, body))));
            }
            answer(session.commit(take(session, TAKEN), List.of()));
        }
    }

    private static List<QueuedMessage> take(QueueSession session, int count) {
        var taken = new ArrayList<QueuedMessage>();
        while (taken.size() < count) {
            QueuedMessage next = session.poll();
            if (next == null) {
                assertThat(session.failure()).isNull();
                LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
            } else {
                taken.add(next);
            }
        }
        return taken;
    }

    /** The first depth that the broker tells for sure; asked from the first moment on. */
    private static long firstDepth(Broker broker) throws Exception {
        while (true) {
            try {
                OptionalLong depth = answer(broker.depth(QUEUE));
                if (depth.isPresent()) {
                    return depth.getAsLong();
                }
            } catch (ExecutionException e) {
                assertThat(e.getCause()).isInstanceOf(BrokerUnavailable.class);
            }
        }
    }
}
