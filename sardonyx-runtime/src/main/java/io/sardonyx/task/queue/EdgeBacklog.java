package io.sardonyx.task.queue;

import io.sardonyx.assignment.Routes;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Broker;
import io.sardonyx.port.QueueName;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Back-pressure of a queued task: estimates how many bytes wait in the queues of each downstream task, and tells when
 * the task has to stop taking messages until the reader has caught up.
 *
 * <p>An edge whose reader has no peer may grow without a limit, else fewer peers than tasks would never finish a job;
 * the broker keeps what exceeds its memory on disk. The estimate is the depth times the mean size of the messages that
 * this peer gave; depths are asked for each time that a part of the limit was given. Confined to the thread of the
 * task's turn.
 */
final class EdgeBacklog {

    /** Bytes given after which depths are asked for again. */
    private static final long STEP_BYTES = ChannelLimits.BYTES_PER_EDGE / 16;
    /** Interval between questions while the writer waits. */
    private static final long AGAIN_NANOS = Duration.ofMillis(20).toNanos();

    /** The queues of one edge. */
    private static final class Edge {

        private final TaskName reader;
        private final List<QueueName> lanes;
        private boolean full;

        private Edge(TaskName reader, List<QueueName> lanes) {
            this.reader = reader;
            this.lanes = lanes;
        }
    }

    private final List<Edge> edges = new ArrayList<>();
    private final Collection<Broker> brokers;
    private final Mailbox mailbox;
    private final Deadline again = new Deadline();
    private Routes routes = new Routes(0, SortedTable.empty());
    private long givenBytes;
    private long givenMessages;
    private long unaskedBytes;
    private int asking;

    /** @param edges the queues of each downstream task */
    EdgeBacklog(Map<TaskName, List<QueueName>> edges, Collection<Broker> brokers, Mailbox mailbox) {
        edges.forEach((reader, lanes) -> this.edges.add(new Edge(reader, lanes)));
        this.brokers = brokers;
        this.mailbox = mailbox;
    }

    /** Counts a message that was given. */
    void given(int bytes) {
        givenBytes += bytes;
        givenMessages++;
        unaskedBytes += bytes;
    }

    /** Whether an edge whose reader has peers holds as much as it may. */
    boolean isFull() {
        for (int i = 0; i < edges.size(); i++) {
            if (edges.get(i).full) {
                return true;
            }
        }
        return false;
    }

    /** Sets which downstream tasks have peers. */
    void follow(Routes latest) {
        routes = latest;
    }

    /** Asks for depths if enough was given since the last time, or while the writer waits. */
    void tend(long nowNanos) {
        boolean waits = isFull();
        if (asking > 0 || (waits ? !again.isDue(nowNanos) : unaskedBytes < STEP_BYTES)) {
            return;
        }
        again.set(nowNanos + AGAIN_NANOS);
        unaskedBytes = 0;
        for (Edge edge : edges) {
            var peers = routes.receivers().get(edge.reader);
            if (peers == null || peers.isEmpty()) {
                edge.full = false;
            } else {
                ask(edge);
            }
        }
    }

    private void ask(Edge edge) {
        asking++;
        mailbox.await(
                QueueDepth.total(edge.lanes, brokers),
                depth -> {
                    asking--;
                    edge.full =
                            depth.orElse(0) * (givenBytes / Math.max(1, givenMessages)) >= ChannelLimits.BYTES_PER_EDGE;
                },
                failure -> asking--);
    }

    /** Time until depths may be asked for again, while the writer waits. */
    long restNanos(long nowNanos) {
        return isFull() ? Math.max(1, again.leftNanos(nowNanos)) : Long.MAX_VALUE;
    }
}
