package io.sardonyx.task.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Broker;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import io.sardonyx.queue.Brokers;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EdgeBacklogTest {

    private static final TaskName READER = TaskName.of("reader");
    private static final QueueName QUEUE = QueueName.of("epoch", "job", "edge");
    private static final int BYTES = 1 << 20;
    private static final Routes READ = routes(List.of(new Routes.Receiver(0, PeerId.of("p"), null)));
    private static final Routes UNREAD = routes(List.of());

    private final Broker broker = Brokers.open("memory:backlog").get(0);
    private final Mailbox mailbox = new Mailbox();
    private final EdgeBacklog backlog = new EdgeBacklog(Map.of(READER, List.of(QUEUE)), List.of(broker), mailbox);
    private final QueueSession session;
    private long nowNanos;

    EdgeBacklogTest() {
        broker.declare(List.of(QueueDeclaration.shared(QUEUE)))
                .toCompletableFuture()
                .join();
        session = broker.open(List.of(QUEUE), () -> {});
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private static Routes routes(List<Routes.Receiver> readers) {
        return new Routes(1, SortedTable.of(Map.of(READER, readers)));
    }

    private void give(int messages) {
        var given = Collections.nCopies(messages, new OutgoingMessage(QUEUE, new byte[BYTES]));
        session.commit(List.of(), given).toCompletableFuture().join();
        given.forEach(message -> backlog.given(message.body().length));
    }

    private void take(int messages) {
        var taken = new ArrayList<QueuedMessage>();
        for (int i = 0; i < messages; i++) {
            taken.add(Objects.requireNonNull(session.poll()));
        }
        session.commit(taken, List.of()).toCompletableFuture().join();
    }

    private boolean isFull(Routes routes) {
        nowNanos += 1_000_000_000;
        backlog.follow(routes);
        backlog.tend(nowNanos);
        mailbox.drain(nowNanos);
        return backlog.isFull();
    }

    @Test
    void theWriterWaitsUntilAReaderHasCaughtUp() {
        int limit = (int) (ChannelLimits.BYTES_PER_EDGE / BYTES);
        give(limit - 1);
        assertThat(isFull(READ)).isFalse();
        give(limit / 8);
        assertThat(isFull(READ)).isTrue();
        assertThat(backlog.restNanos(nowNanos)).isPositive().isLessThan(1_000_000_000);
        take(limit / 4);
        assertThat(isFull(READ)).isFalse();
        assertThat(backlog.restNanos(nowNanos)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anEdgeThatNobodyReadsYetGrows() {
        give((int) (2 * ChannelLimits.BYTES_PER_EDGE / BYTES));
        assertThat(isFull(UNREAD)).isFalse();
        give(8);
        assertThat(isFull(READ)).isTrue();
        assertThat(isFull(UNREAD)).isFalse();
    }
}
