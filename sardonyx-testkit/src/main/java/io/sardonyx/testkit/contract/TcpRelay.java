package io.sardonyx.testkit.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** TCP relay with two threads for each connection, one per direction. */
final class TcpRelay extends Relay {

    private static final int CHUNK = 1 << 16;
    private static final long LONGEST_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ServerSocket front;
    private final int target;
    /** All open sockets, of both sides. */
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    TcpRelay(long seed) {
        super(seed);
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            front = new ServerSocket(0, 1_000, loopback);
            try (var free = new ServerSocket(0, 1, loopback)) {
                target = free.getLocalPort();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start("relay " + front.getLocalPort(), this::accept);
    }

    @Override
    public int port() {
        return front.getLocalPort();
    }

    @Override
    public int target() {
        return target;
    }

    @Override
    public void dropAll() {
        sockets.forEach(TcpRelay::end);
    }

    @Override
    public void stranger(byte[] bytes) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), target)) {
            socket.getOutputStream().write(bytes);
        }
    }

    @Override
    public void close() {
        markClosed();
        try {
            front.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        dropAll();
    }

    private void accept() {
        while (!front.isClosed()) {
            try {
                Socket caller = front.accept();
                sockets.add(caller);
                connect(caller);
            } catch (IOException over) {
                // closed, or the caller has disconnected already
            }
        }
    }

    private void connect(Socket caller) {
        try {
            var called = new Socket(InetAddress.getLoopbackAddress(), target);
            caller.setTcpNoDelay(true);
            called.setTcpNoDelay(true);
            sockets.add(called);
            start("relay there", () -> pump(caller, called, Way.THERE));
            start("relay back", () -> pump(called, caller, Way.BACK));
        } catch (IOException nobodyThere) {
            end(caller);
        }
        if (isClosed()) {
            dropAll();
        }
    }

    /**
     * Copies one direction until its end, then closes it; closes both sockets on an error or when both directions have
     * ended.
     */
    private void pump(Socket from, Socket to, Way way) {
        try {
            copy(from.getInputStream(), to.getOutputStream(), way);
            to.shutdownOutput();
            if (from.isOutputShutdown()) {
                end(from);
                end(to);
            }
        } catch (IOException broken) {
            end(from);
            end(to);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.removeIf(Socket::isClosed);
        }
    }

    /** Copies chunks and applies the faults. */
    private void copy(InputStream in, OutputStream out, Way way) throws IOException, InterruptedException {
        byte[] buffer = new byte[CHUNK];
        // a chunk held back so that the next one overtakes it
        byte @Nullable [] held = null;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            awaitPassage(way);
            byte[] chunk = touched(Arrays.copyOf(buffer, read), way);
            if (strikes(Fault.LOSS)) {
                continue;
            }
            if (strikes(Fault.DELAY)) {
                LockSupport.parkNanos(1 + draw((int) LONGEST_DELAY_NANOS));
            }
            if (held == null && strikes(Fault.REORDERING)) {
                held = chunk;
                continue;
            }
            out.write(chunk);
            if (held != null) {
                out.write(held);
                held = null;
            }
            if (strikes(Fault.DUPLICATION)) {
                out.write(chunk);
            }
        }
        awaitPassage(way);
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // closed anyway
        }
    }

    private static void start(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
