package io.sardonyx.testkit.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * UDP relay on one thread with a selector: each caller has a socket of its own towards the target, so that replies find
 * back.
 */
final class UdpRelay extends Relay {

    private static final int MAX_DATAGRAM = 1 << 16;
    /** Size of socket buffers. */
    private static final int BUFFER = 4 << 20;

    private static final long LONGEST_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** A delayed datagram. */
    private record Late(long due, ByteBuffer bytes, Caller caller, Way way) {}

    /** A caller, and the socket towards the target that stands for it. */
    private record Caller(SocketAddress address, DatagramChannel upstream) {}

    private final Selector selector;
    private final DatagramChannel front;
    private final InetSocketAddress target;
    private final Map<SocketAddress, Caller> callers = new HashMap<>();
    private final PriorityQueue<Late> late = new PriorityQueue<>(Comparator.comparingLong(Late::due));
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(MAX_DATAGRAM);
    private final int port;
    /** Set by {@link #dropAll}, cleared by the relay's thread. */
    private volatile boolean forget;

    UdpRelay(long seed) {
        super(seed);
        try {
            selector = Selector.open();
            front = bound();
            front.register(selector, SelectionKey.OP_READ);
            port = ((InetSocketAddress) front.getLocalAddress()).getPort();
            try (DatagramChannel free = bound()) {
                target = (InetSocketAddress) free.getLocalAddress();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var thread = new Thread(this::run, "relay " + port);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public int target() {
        return target.getPort();
    }

    @Override
    public void dropAll() {
        forget = true;
        selector.wakeup();
    }

    @Override
    public void stranger(byte[] bytes) throws IOException {
        try (DatagramChannel channel = bound()) {
            channel.send(ByteBuffer.wrap(bytes), target);
        }
    }

    @Override
    public void close() {
        markClosed();
        selector.wakeup();
    }

    private static DatagramChannel bound() throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        channel.configureBlocking(false);
        channel.setOption(java.net.StandardSocketOptions.SO_RCVBUF, BUFFER);
        channel.setOption(java.net.StandardSocketOptions.SO_SNDBUF, BUFFER);
        channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return channel;
    }

    private void run() {
        while (!isClosed()) {
            try {
                turn();
            } catch (IOException | ClosedSelectorException unreachable) {
                // a datagram that could not be sent is a lost one
            }
        }
        try {
            forgetAll();
            front.close();
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void turn() throws IOException {
        selector.select(late.isEmpty() ? 0 : 1);
        if (forget) {
            forget = false;
            forgetAll();
        }
        List<SelectionKey> ready = new ArrayList<>(selector.selectedKeys());
        selector.selectedKeys().clear();
        for (SelectionKey key : ready) {
            if (key.isValid()) {
                read(key);
            }
        }
        for (Late next = late.peek(); next != null && next.due() <= System.nanoTime(); next = late.peek()) {
            late.remove();
            send(next.bytes(), next.caller(), next.way());
        }
    }

    /** Closes all callers' sockets and drops delayed datagrams. */
    private void forgetAll() throws IOException {
        for (Caller caller : callers.values()) {
            caller.upstream().close();
        }
        callers.clear();
        late.clear();
    }

    private void read(SelectionKey key) throws IOException {
        var channel = (DatagramChannel) key.channel();
        for (int i = 0; i < 64; i++) {
            buffer.clear();
            SocketAddress from = channel.receive(buffer);
            if (from == null) {
                return;
            }
            byte[] bytes = new byte[buffer.flip().remaining()];
            buffer.get(bytes);
            boolean there = channel == front;
            pass(bytes, there ? caller(from) : (Caller) key.attachment(), there ? Way.THERE : Way.BACK);
        }
    }

    private Caller caller(SocketAddress address) throws IOException {
        @Nullable Caller known = callers.get(address);
        if (known == null) {
            known = new Caller(address, bound());
            known.upstream().register(selector, SelectionKey.OP_READ, known);
            callers.put(address, known);
        }
        return known;
    }

    private void pass(byte[] received, Caller caller, Way way) throws IOException {
        if (isCut(way) || strikes(Fault.LOSS)) {
            return;
        }
        byte[] bytes = touched(received, way);
        boolean held = strikes(Fault.DELAY) || strikes(Fault.REORDERING);
        if (held) {
            late.add(
                    new Late(System.nanoTime() + draw((int) LONGEST_DELAY_NANOS), ByteBuffer.wrap(bytes), caller, way));
            return;
        }
        send(ByteBuffer.wrap(bytes), caller, way);
        if (strikes(Fault.DUPLICATION)) {
            send(ByteBuffer.wrap(bytes), caller, way);
        }
    }

    private void send(ByteBuffer bytes, Caller caller, Way way) throws IOException {
        if (way == Way.THERE) {
            caller.upstream().send(bytes, target);
        } else {
            front.send(bytes, caller.address());
        }
    }
}
