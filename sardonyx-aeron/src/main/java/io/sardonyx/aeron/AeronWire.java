package io.sardonyx.aeron;

import io.sardonyx.port.Pass;
import io.sardonyx.port.Watch;
import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider.Wiring;
import io.sardonyx.value.Site;
import io.sardonyx.wire.Handshake;
import io.sardonyx.wire.HostPort;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The transport of one process over Aeron: the public side of {@link AeronWireThread}. */
final class AeronWire implements Wire {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Site site;
    private final Supplier<Pass> pass;
    private final LongAdder refusals;
    private final IncomingLinks incoming;
    private final AeronWireThread wireThread;
    private final Thread thread;

    private AeronWire(Site site, AeronWireThread.Config config, AeronConnection first) {
        this.site = site;
        this.pass = config.pass();
        this.refusals = new LongAdder();
        this.incoming = new IncomingLinks(refusals);
        this.wireThread = new AeronWireThread(config, first, incoming, refusals, AeronWire::nonce);
        this.thread = new Thread(wireThread, "sardonyx-aeron-wire");
        thread.setDaemon(true);
    }

    /**
     * Opens the wire and starts its thread.
     *
     * @throws IOException when the port cannot be bound, or there is no driver; the message tells what to do
     */
    static AeronWire open(Wiring wiring, AeronSettings settings) throws IOException {
        var listen = bindable(new HostPort(AeronWireProvider.SCHEME, wiring.host(), wiring.port()));
        String advertised = wiring.advertised();
        Site site = (advertised == null ? listen : HostPort.parse(AeronWireProvider.SCHEME, advertised)).site();
        var config = new AeronWireThread.Config(listen, wiring.pass(), settings, Driver.supply(settings));
        var wire = new AeronWire(site, config, config.connect());
        wire.thread.start();
        return wire;
    }

    /**
     * Tries to bind the port with a plain socket first, which reports a clear error at once where Aeron would time out;
     * port 0 becomes a free port.
     */
    private static HostPort bindable(HostPort at) throws IOException {
        try (var socket = new DatagramSocket(new InetSocketAddress(at.host(), at.port()))) {
            return new HostPort(AeronWireProvider.SCHEME, at.host(), socket.getLocalPort());
        } catch (SocketException e) {
            throw new IOException(
                    "cannot listen at " + at.site() + ": " + e.getMessage()
                            + "; choose an address of this machine and a UDP port that is free",
                    e);
        }
    }

    private static byte[] nonce() {
        byte[] nonce = new byte[Handshake.NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    @Override
    public Site site() {
        return site;
    }

    @Override
    public Link link(Site to) {
        byte[] nonce = nonce();
        var link = new OutgoingAeronLink(site, to, new Handshake.Caller(pass.get(), site, nonce), nonce);
        try {
            HostPort.of(AeronWireProvider.SCHEME, to);
        } catch (IllegalArgumentException e) {
            link.lose(String.valueOf(e.getMessage()));
            return link;
        }
        wireThread.add(link);
        LockSupport.unpark(thread);
        return link;
    }

    @Override
    public int poll(Inbound inbound, int limit) {
        return incoming.poll(inbound, limit);
    }

    @Override
    public Watch onArrival(Runnable nudge) {
        return wireThread.listen(nudge);
    }

    @Override
    public long refusals() {
        return refusals.sum();
    }

    /** The current media driver, for tests that stop it; null while there is none. */
    @Nullable
    Driver driver() {
        return wireThread.driver();
    }

    /**
     * Closes the wire and waits until the port is released; returns at once when called from a listener or from within
     * a poll, where waiting would deadlock.
     */
    @Override
    public void close() {
        wireThread.close();
        LockSupport.unpark(thread);
        if (Thread.currentThread() == thread || Thread.holdsLock(incoming)) {
            return;
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
