package io.sardonyx.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * Base class of the broker contracts: a fresh broker for each test, two connections to it, two shared queues and an
 * exclusive one, and waiting with a timeout.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class BrokerContract {

    static final QueueName A = QueueName.of("epoch", "job", "a");
    static final QueueName B = QueueName.of("epoch", "job", "b");
    static final QueueName LANE = QueueName.of("epoch", "job", "lane");

    private SharedBroker shared;
    private final List<Broker> opened = new ArrayList<>();
    private Broker here;
    private Broker there;

    /** A new, empty broker. */
    protected abstract SharedBroker fresh();

    /** Timeout for everything that a test waits for. */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    @BeforeEach
    final void openTwice() {
        shared = fresh();
        here = open();
        there = open();
        answer(here.declare(
                List.of(QueueDeclaration.shared(A), QueueDeclaration.shared(B), QueueDeclaration.exclusive(LANE))));
    }

    @AfterEach
    final void closeAll() {
        opened.forEach(Broker::close);
        shared.close();
    }

    final SharedBroker shared() {
        return shared;
    }

    /** The broker as one process is connected to it. */
    final Broker here() {
        return here;
    }

    /** The same broker as another process is connected to it. */
    final Broker there() {
        return there;
    }

    /** Connects once more; closed when the test ends. */
    final Broker open() {
        Broker broker = shared.open();
        opened.add(broker);
        return broker;
    }

    /** Crashes the process of a connection. */
    final void crash(Broker broker) {
        shared.crash(broker);
        opened.remove(broker);
    }

    /** A session at the first connection. */
    final QueueSession session(QueueName... from) {
        return session(here, from);
    }

    final QueueSession session(Broker broker, QueueName... from) {
        return broker.open(List.of(from), () -> {});
    }

    /** Gives texts to a queue, in one transaction each, and waits for the last. */
    final void give(QueueName queue, String... bodies) {
        try (QueueSession giver = session()) {
            Stream.of(bodies)
                    .map(body -> giver.commit(List.of(), List.of(message(queue, body))))
                    .toList()
                    .forEach(this::answer);
        }
    }

    static OutgoingMessage message(QueueName queue, String body) {
        return new OutgoingMessage(queue, body.getBytes(UTF_8));
    }

    static String[] numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "m" + i).toArray(String[]::new);
    }

    static String text(QueuedMessage message) {
        return new String(message.body(), UTF_8);
    }

    static List<String> texts(List<QueuedMessage> messages) {
        return messages.stream().map(BrokerContract::text).toList();
    }

    /** Polls until so many messages have come. */
    final List<QueuedMessage> take(QueueSession session, int count) {
        var taken = new ArrayList<QueuedMessage>();
        eventually(count + " messages came", () -> {
            for (var next = session.poll(); next != null; next = session.poll()) {
                taken.add(next);
                if (taken.size() >= count) {
                    return true;
                }
            }
            if (session.failure() != null) {
                fail("the session failed after " + taken.size() + " of " + count + " messages", session.failure());
            }
            return taken.size() >= count;
        });
        return taken;
    }

    /** The depth, once the broker knows it. */
    final long depth(QueueName queue) {
        long[] depth = new long[1];
        eventually("the depth of " + queue + " was known", () -> {
            var answer = answer(there.depth(queue));
            depth[0] = answer.orElse(-1);
            return answer.isPresent();
        });
        return depth[0];
    }

    /** The fault with which a session ends. */
    final BrokerFault fault(QueueSession session) {
        eventually("the session failed", () -> session.failure() != null);
        return session.failure() instanceof BrokerFault fault ? fault : fail(session.failure());
    }

    final <T extends Exception> T assertFails(Class<T> type, CompletionStage<?> stage) {
        return assertThrows(type, () -> answer(stage));
    }

    /** The result of a call; its failure is thrown. */
    final <T> T answer(CompletionStage<T> stage) {
        try {
            return await().answer(stage);
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }

    /** Waits until the condition is true, and fails after the timeout. */
    final void eventually(String what, Callable<Boolean> condition) {
        await().eventually(what, condition);
    }

    private StoreContract.Await await() {
        return new StoreContract.Await(patience(), shared::passTime);
    }
}
