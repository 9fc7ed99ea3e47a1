package io.sardonyx.artemis;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.BrokerUnavailable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one broker, with its threads: made when it is first needed, and made again when it is needed after
 * it was lost. Its calls block, so they are for its own threads. Thread-safe.
 */
final class BrokerConnection {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private static final int NO_LIMIT = -1;
    private static final int MESSAGE_OVERHEAD_BYTES = 64 << 10;
    private static final long IDLE_THREAD_SECONDS = 10;
    private static final AtomicInteger THREADS = new AtomicInteger();

    private final ArtemisAddress.Server server;
    private final ArtemisAddress address;
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor timer;
    private @Nullable CompletableFuture<ClientSessionFactory> attempt;
    private @Nullable ServerLocator locator;
    private @Nullable TransportConfiguration transport;
    private boolean closed;

    BrokerConnection(ArtemisAddress.Server server, ArtemisAddress address) {
        this.server = server;
        this.address = address;
        ThreadFactory daemons = work -> {
            var thread = new Thread(work, "sardonyx-artemis-" + THREADS.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
        this.threads = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_THREAD_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons);
        this.timer = new ScheduledThreadPoolExecutor(1, daemons);
        timer.setRemoveOnCancelPolicy(true);
    }

    /** The address of this broker, without credentials and settings. */
    String name() {
        return server.toString();
    }

    Executor threads() {
        return threads;
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    /**
     * A new session, over a new connection if there is none.
     *
     * @throws BrokerUnavailable if the broker is not reached
     * @throws BrokerFault if it refuses us, or cannot be trusted
     */
    ClientSession session(boolean transacted) {
        ClientSessionFactory factory = factory();
        try {
            return session(factory, transacted);
        } catch (ActiveMQException e) {
            if (e.getType() != ActiveMQExceptionType.SECURITY_EXCEPTION) {
                // whatever it is, the next one tries over a new connection
                factory.close();
            }
            throw failure("cannot be reached", e);
        } catch (IllegalStateException e) {
            throw new BrokerUnavailable("the connection to the broker " + name() + " was given up meanwhile", e);
        }
    }

    /** The open connection; whoever comes while one is being made gets the same. */
    private ClientSessionFactory factory() {
        CompletableFuture<ClientSessionFactory> mine = null;
        CompletableFuture<ClientSessionFactory> present;
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("the broker " + name() + " is closed");
            }
            present = attempt;
            if (present == null || isOver(present)) {
                mine = new CompletableFuture<>();
                present = mine;
                attempt = mine;
            }
        }
        if (mine != null) {
            try {
                mine.complete(connect());
            } catch (RuntimeException e) {
                mine.completeExceptionally(e);
            }
        }
        try {
            return present.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static boolean isOver(CompletableFuture<ClientSessionFactory> attempt) {
        if (!attempt.isDone() || attempt.isCompletedExceptionally()) {
            return attempt.isDone();
        }
        ClientSessionFactory made = attempt.join();
        if (made.isClosed()) {
            return true;
        }
        try {
            RemotingConnection line = made.getConnection();
            return line == null || line.isDestroyed();
        } catch (IllegalStateException e) {
            // closed by another session meanwhile
            return true;
        }
    }

    private ClientSessionFactory connect() {
        try {
            return locator().createSessionFactory(transport());
        } catch (ActiveMQException e) {
            throw failure("cannot be reached", e);
        } catch (Exception e) {
            throw new BrokerUnavailable("the broker " + name() + " cannot be reached: " + e.getMessage(), e);
        }
    }

    private synchronized ServerLocator locator() throws IOException {
        if (closed) {
            throw new IllegalStateException("the broker " + name() + " is closed");
        }
        if (locator == null) {
            // Within a transaction only its commit has to be answered: it fails if anything before it did.
            locator = locator(false);
        }
        return locator;
    }

    /** @param answersSends whether each send waits for an answer of the broker */
    private ServerLocator locator(boolean answersSends) throws IOException {
        ServerLocator made = ActiveMQClient.createServerLocatorWithoutHA(transport())
                .setReconnectAttempts(0)
                .setInitialConnectAttempts(1)
                .setConnectionTTL(address.timeout().toMillis())
                .setClientFailureCheckPeriod(address.timeout().dividedBy(2).toMillis())
                .setCallTimeout(address.timeout().toMillis())
                .setProducerWindowSize(NO_LIMIT)
                .setMinLargeMessageSize(Broker.MAX_BODY_BYTES + MESSAGE_OVERHEAD_BYTES)
                .setBlockOnAcknowledge(false)
                .setBlockOnDurableSend(answersSends);
        made.setThreadPools(threads, timer, threads);
        return made;
    }

    /** Sends one message outside of a transaction, and waits for the answer; over a connection of its own. */
    void send(SimpleString queue, Function<ClientSession, ClientMessage> message) throws Exception {
        try (ServerLocator answering = locator(true);
                ClientSessionFactory factory = answering.createSessionFactory(transport());
                ClientSession session = session(factory, false);
                ClientProducer producer = session.createProducer(queue)) {
            producer.send(message.apply(session));
        }
    }

    private ClientSession session(ClientSessionFactory factory, boolean transacted) throws ActiveMQException {
        return factory.createSession(
                address.user(), address.password(), false, !transacted, !transacted, false, NO_LIMIT);
    }

    private synchronized TransportConfiguration transport() throws IOException {
        if (transport == null) {
            transport = new TransportConfiguration(NettyConnectorFactory.class.getName(), settings());
        }
        return transport;
    }

    private Map<String, Object> settings() throws IOException {
        var settings = new HashMap<String, Object>();
        settings.put(TransportConstants.HOST_PROP_NAME, server.host().replaceAll("[\\[\\]]", ""));
        settings.put(TransportConstants.PORT_PROP_NAME, server.port());
        settings.put(TransportConstants.NETTY_CONNECT_TIMEOUT, (int) CONNECT_TIMEOUT.toMillis());
        settings.put(TransportConstants.USE_EPOLL_PROP_NAME, false);
        settings.put(TransportConstants.USE_KQUEUE_PROP_NAME, false);
        if (address.tls() != null) {
            settings.putAll(TlsTrust.settings(address.tls()));
        }
        return settings;
    }

    /** The port's exception for one of the client's, naming the broker. */
    RuntimeException failure(String what, ActiveMQException e) {
        String message = "the broker " + name() + " " + what + ": " + e.getMessage();
        if (e.getType() == ActiveMQExceptionType.SECURITY_EXCEPTION) {
            return new BrokerFault(BrokerFault.Kind.ACCESS_DENIED, message, e);
        }
        String distrust = e.getType() == ActiveMQExceptionType.NOT_CONNECTED && address.tls() != null
                ? TlsTrust.distrust(server, address.tls(), CONNECT_TIMEOUT)
                : null;
        return distrust == null
                ? new BrokerUnavailable(message, e)
                : new BrokerFault(BrokerFault.Kind.NOT_TRUSTED, "the broker " + name() + " " + distrust, e);
    }

    /** Cuts the connection without a word to the broker, as a crash of this process would. */
    synchronized void cut() {
        closed = true;
        if (attempt != null && !attempt.isCompletedExceptionally() && attempt.isDone()) {
            attempt.join().getConnection().getTransportConnection().forceClose();
        }
    }

    /** Closes the connection; sessions that are open end with it. */
    void close() {
        ServerLocator last;
        synchronized (this) {
            closed = true;
            last = locator;
        }
        if (last != null) {
            last.close();
        }
        timer.shutdownNow();
        threads.shutdown();
    }
}
