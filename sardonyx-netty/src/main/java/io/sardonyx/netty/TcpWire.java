package io.sardonyx.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sardonyx.port.Pass;
import io.sardonyx.port.Watch;
import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider.Wiring;
import io.sardonyx.value.Site;
import io.sardonyx.wire.Handshake;
import io.sardonyx.wire.HostPort;
import io.sardonyx.wire.WireListeners;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The transport of one process over TCP: one server socket and all connections, on one event loop thread. */
final class TcpWire implements Wire {

    private static final Logger LOG = LoggerFactory.getLogger(TcpWire.class);

    static final String SCHEME = "tcp";

    /** Timeout of connecting and of the handshake. */
    static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(5);

    private static final String CLOSED = "this process has closed its wire";

    /** Connections that the kernel queues until they are accepted. */
    private static final int BACKLOG = 1_024;

    /** The current incoming link of a site, and the callback that ends it. */
    private record Present(ServerHandler end, Runnable ending) {}

    private final TcpSettings settings;
    private final Supplier<Pass> pass;
    private final EventLoopGroup group;
    private final HostResolver resolver = new HostResolver();
    private final SecureRandom random = new SecureRandom();
    private final AtomicLong refusals = new AtomicLong();

    /** Replaced under this object's monitor, read without it. */
    private volatile WireListeners listeners = WireListeners.NONE;

    private final ReceivedFrames receivedFrames = new ReceivedFrames(this::refused);
    private final UnprovenConnections unproven = new UnprovenConnections();

    /** The current incoming link of each site. Confined to the event loop. */
    private final Map<Site, Present> present = new HashMap<>();

    /** Open outgoing links, to end them on close. */
    private final Set<TcpLink> links = ConcurrentHashMap.newKeySet();

    private final Site site;
    private volatile boolean closed;

    private TcpWire(Wiring wiring, TcpSettings settings, @Nullable HostPort advertised) throws IOException {
        this.settings = settings;
        this.pass = wiring.pass();
        this.group = new NioEventLoopGroup(1, new DefaultThreadFactory("tcp-" + wiring.port(), true));
        try {
            Channel listening = listen(wiring.host(), wiring.port());
            int port = ((InetSocketAddress) listening.localAddress()).getPort();
            this.site = (advertised == null ? new HostPort(SCHEME, wiring.host(), port) : advertised).site();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /**
     * Opens a wire that listens.
     *
     * @throws IllegalArgumentException when the host is a wildcard and no address is advertised
     */
    static TcpWire open(Wiring wiring) throws IOException {
        TcpSettings settings = TcpSettings.of(wiring.options());
        String advertised = wiring.advertised();
        if (advertised != null) {
            return new TcpWire(wiring, settings, HostPort.parse(SCHEME, advertised));
        }
        if (List.of("0.0.0.0", "::", "*", "").contains(wiring.host())) {
            throw new IllegalArgumentException("'" + wiring.host() + "' is no host that others can reach: advertise one"
                    + " they can, as host:port, such as worker-1.example.org:7400");
        }
        return new TcpWire(wiring, settings, null);
    }

    private Channel listen(String host, int port) throws IOException {
        var server = new ServerBootstrap();
        if (settings.called() == null) {
            server.childOption(ChannelOption.RCVBUF_ALLOCATOR, new ReceiveArray());
        }
        ChannelFuture bound = server.group(group)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, false)
                .childOption(ChannelOption.ALLOCATOR, allocator())
                .childHandler(initializer(settings.called(), () -> new ServerHandler(this, settings.silence())))
                .bind(new InetSocketAddress(host, port))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen on " + host + ":" + port + ": " + TcpFailureText.ofListening(bound.cause()),
                    bound.cause());
        }
        return bound.channel();
    }

    private ChannelHandler initializer(@Nullable SslContext tls, Supplier<ChannelHandler> handler) {
        return new ChannelInitializer<SocketChannel>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                if (tls != null) {
                    channel.pipeline().addLast(tls.newHandler(channel.alloc()));
                }
                channel.pipeline().addLast(handler.get());
            }
        };
    }

    @Override
    public Site site() {
        return site;
    }

    @Override
    public Link link(Site to) {
        var link = new TcpLink(this, to);
        links.add(link);
        try {
            HostPort address = HostPort.of(SCHEME, to);
            resolver.resolve(address, found -> connect(link, found), failure -> link.over(TcpFailureText.of(failure)));
        } catch (IllegalArgumentException e) {
            link.over(String.valueOf(e.getMessage()));
        } catch (RejectedExecutionException e) {
            link.over(CLOSED);
        }
        // Close may have missed the link if it copied the set before it was added.
        if (closed) {
            link.over(CLOSED);
        }
        return link;
    }

    /** Connects, with a deadline for connection and handshake together. */
    private void connect(TcpLink link, InetSocketAddress address) {
        try {
            var calling = new ClientHandler(this, link, settings.silence());
            ChannelFuture connecting = new Bootstrap()
                    .group(group)
                    .channel(NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.SO_KEEPALIVE, false)
                    .option(ChannelOption.ALLOCATOR, allocator())
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) HANDSHAKE_TIMEOUT.toMillis())
                    .handler(initializer(settings.calling(), () -> calling))
                    .connect(address);
            Channel channel = connecting.channel();
            if (!link.connected(channel)) {
                channel.close();
                return;
            }
            connecting.addListener(done -> {
                if (!done.isSuccess()) {
                    link.over(TcpFailureText.of(done.cause()));
                }
            });
            channel.eventLoop()
                    .schedule(() -> checkHandshake(link, channel), HANDSHAKE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            link.over(CLOSED);
        } catch (IllegalArgumentException | IllegalStateException e) {
            link.over(closed ? CLOSED : "this process cannot say who it is: " + e.getMessage());
        }
    }

    private static void checkHandshake(TcpLink link, Channel channel) {
        if (!link.isUp()) {
            link.over("it does not answer");
            channel.close();
        }
    }

    @Override
    public int poll(Inbound inbound, int limit) {
        return receivedFrames.poll(inbound, limit);
    }

    @Override
    public synchronized Watch onArrival(Runnable nudge) {
        var registration = new WireListeners.Registration(nudge);
        listeners = listeners.with(registration);
        return () -> forget(registration);
    }

    private synchronized void forget(WireListeners.Registration registration) {
        listeners = listeners.without(registration);
    }

    @Override
    public long refusals() {
        return refusals.get();
    }

    @Override
    public void close() {
        closed = true;
        resolver.close();
        List.copyOf(links).forEach(link -> link.over(CLOSED));
        var ended = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        if (isOnOwnThread()) {
            ended.addListener(done -> receivedFrames.close());
        } else {
            ended.awaitUninterruptibly();
            receivedFrames.close();
        }
    }

    /** Whether the caller is the event loop, as from a listener; then close must not wait for it. */
    private boolean isOnOwnThread() {
        for (var loop : group) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    void nudge() {
        listeners.call(e -> LOG.warn("a listener failed, and is ignored", e));
    }

    void refused() {
        refusals.incrementAndGet();
    }

    void forget(TcpLink link) {
        links.remove(link);
    }

    /** Flushes the link's write queue and closes the connection, forcibly after the heartbeat timeout. */
    void closeAfterFlush(Channel channel, TcpLink link) {
        try {
            channel.eventLoop().execute(() -> {
                link.drain();
                link.discard();
                channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
                channel.eventLoop()
                        .schedule(() -> channel.close(), settings.silence().toMillis(), TimeUnit.MILLISECONDS);
            });
        } catch (RejectedExecutionException alreadyOver) {
            link.discard();
        }
    }

    /** Registers an authenticated incoming link, which replaces an older one of the same site. */
    void present(Site from, ServerHandler end, Runnable ending) {
        Present older = present.put(from, new Present(end, ending));
        if (older != null) {
            older.ending().run();
        }
    }

    /** Removes the link unless a newer one has replaced it. */
    void absent(Site from, ServerHandler end) {
        present.computeIfPresent(from, (site, now) -> now.end() == end ? null : now);
    }

    UnprovenConnections unproven() {
        return unproven;
    }

    ReceivedFrames receivedFrames() {
        return receivedFrames;
    }

    Pass pass() {
        return pass.get();
    }

    ByteBufAllocator allocator() {
        return PooledByteBufAllocator.DEFAULT;
    }

    byte[] nonce() {
        byte[] nonce = new byte[Handshake.NONCE_BYTES];
        random.nextBytes(nonce);
        return nonce;
    }

    /**
     * The connections that are not authenticated yet: a bounded set, from which the oldest is evicted and closed.
     * Confined to the event loop.
     */
    static final class UnprovenConnections {

        private static final int MOST = 64;

        private final Set<Channel> waiting = new LinkedHashSet<>();

        void add(Channel channel) {
            if (waiting.size() == MOST) {
                Channel oldest = waiting.iterator().next();
                waiting.remove(oldest);
                oldest.close();
            }
            waiting.add(channel);
        }

        void remove(Channel channel) {
            waiting.remove(channel);
        }
    }

    /** DNS lookups on a separate thread: a slow name server must not block the event loop, which serves all links. */
    private static final class HostResolver implements AutoCloseable {

        /** After how many idle seconds the thread ends. */
        private static final int IDLE_SECONDS = 5;

        private final ThreadPoolExecutor executor =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    var thread = new Thread(work, "tcp-hosts");
                    thread.setDaemon(true);
                    return thread;
                });

        HostResolver() {
            executor.allowCoreThreadTimeOut(true);
        }

        /** Resolves a host; a numeric address at once, on the caller's thread, anything else on the resolver's. */
        void resolve(HostPort address, Consumer<InetSocketAddress> found, Consumer<Exception> failed) {
            if (NetUtil.createByteArrayFromIpAddressString(address.host()) != null) {
                found.accept(new InetSocketAddress(address.host(), address.port()));
                return;
            }
            executor.execute(() -> {
                try {
                    found.accept(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()));
                } catch (UnknownHostException e) {
                    failed.accept(e);
                }
            });
        }

        @Override
        public void close() {
            executor.shutdownNow();
        }
    }
}
