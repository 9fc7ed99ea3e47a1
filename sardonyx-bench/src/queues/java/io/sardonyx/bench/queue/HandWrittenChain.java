package io.sardonyx.bench.queue;

import io.sardonyx.bench.work.Pace;
import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.port.Broker;
import io.sardonyx.value.TaskName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.jspecify.annotations.Nullable;

/**
 * No engine: W1's four tasks as four threads with a transacted session of Artemis's core client each. Nothing notices a
 * failure, nobody else could take over, and the end is told by an empty message.
 */
public final class HandWrittenChain implements QueueContender {

    private static final Pattern ADDRESS =
            Pattern.compile("artemis://(?<user>[^@]+)@(?<host>[^:]+):(?<port>\\d+)\\?password=file:(?<file>.+)");

    /** Messages in a queue, few enough that the broker pages none to disk. */
    private static final int MOST_IN_QUEUE = 1_024;

    private static final List<String> QUEUES = List.of("by-hand-0", "by-hand-1", "by-hand-2");

    private final Matcher address;
    private final ServerLocator locator;
    private final ClientSessionFactory factory;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<QueueLink> links = new ArrayList<>();

    /** A queue, and how many messages still fit. */
    record QueueLink(String name, Semaphore room) {}

    public HandWrittenChain(String broker) throws Exception {
        address = ADDRESS.matcher(broker);
        if (!address.matches()) {
            throw new IllegalArgumentException("not the address of a broker for development: " + broker);
        }
        Map<String, Object> settings = Map.of(
                TransportConstants.HOST_PROP_NAME,
                address.group("host"),
                TransportConstants.PORT_PROP_NAME,
                Integer.parseInt(address.group("port")),
                TransportConstants.USE_EPOLL_PROP_NAME,
                false,
                TransportConstants.USE_KQUEUE_PROP_NAME,
                false);
        locator = ActiveMQClient.createServerLocatorWithoutHA(
                        new TransportConfiguration(NettyConnectorFactory.class.getName(), settings))
                .setProducerWindowSize(-1)
                .setConsumerWindowSize(Broker.PREFETCH_BYTES)
                .setMinLargeMessageSize(Broker.MAX_BODY_BYTES)
                .setBlockOnAcknowledge(false)
                .setBlockOnDurableSend(false);
        factory = locator.createSessionFactory();
        try (ClientSession session = session()) {
            for (String queue : QUEUES) {
                session.createAddress(SimpleString.of(queue), RoutingType.ANYCAST, false);
                session.createQueue(QueueConfiguration.of(queue)
                        .setAddress(queue)
                        .setRoutingType(RoutingType.ANYCAST)
                        .setDurable(true));
                links.add(new QueueLink(queue, new Semaphore(MOST_IN_QUEUE)));
            }
        }
    }

    private ClientSession session() throws Exception {
        String password = Files.readString(Path.of(address.group("file"))).strip();
        return factory.createSession(address.group("user"), password, false, false, false, false, -1);
    }

    @Override
    public void run(QueueTrial trial, QueueTally tally) throws Exception {
        var tasks = new ArrayList<Future<Void>>();
        tasks.add(threads.submit(task(null, links.get(0), hop -> read(trial, tally, hop))));
        tasks.add(threads.submit(task(links.get(0), links.get(1), hop -> hop.transform(EventRecord::map))));
        tasks.add(threads.submit(task(links.get(1), links.get(2), hop -> hop.transform(HandWrittenChain::kept))));
        tasks.add(threads.submit(task(links.get(2), null, hop -> hop.forEach(tally::add))));
        for (Future<Void> task : tasks) {
            task.get();
        }
    }

    private static @Nullable EventRecord kept(EventRecord event) {
        return EventRecord.isKept(event) ? event : null;
    }

    /** What a task does with its session. */
    @FunctionalInterface
    private interface Work {
        void with(CoreHop hop) throws Exception;
    }

    private Callable<Void> task(@Nullable QueueLink from, @Nullable QueueLink to, Work work) {
        return () -> {
            try (ClientSession session = session()) {
                work.with(new CoreHop(session, from, to));
            }
            return null;
        };
    }

    private static void read(QueueTrial trial, QueueTally tally, CoreHop hop) throws Exception {
        tally.begin();
        Pace pace = trial.perSecond() == 0 ? null : trial.pace();
        String padding = " ".repeat(trial.paddingBytes());
        long next = 0;
        while (next < trial.inputs()) {
            long end = Math.min(trial.inputs(), next + (long) CoreHop.TRANSACTION * QueueTrial.MESSAGE);
            if (pace != null) {
                LockSupport.parkNanos(pace.due(next) - System.nanoTime());
            }
            long now = System.nanoTime();
            hop.origin(new SegmentOrigin(TaskName.of("read"), "0", Long.toString(next)));
            for (boolean due = true; due && next < end; ) {
                due = pace == null || pace.due(next) - now <= 0;
                if (due) {
                    hop.give(EventRecord.of(next, pace == null ? 0 : pace.due(next), padding));
                    next++;
                }
            }
            hop.commit();
        }
        hop.end();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        factory.close();
        locator.close();
    }
}
