package io.sardonyx.aeron;

import io.sardonyx.port.Watch;
import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider.Wiring;
import io.sardonyx.value.Pass;
import io.sardonyx.value.Site;
import io.sardonyx.wire.Greeting;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The wire of a process over UDP. */
final class AeronWire implements Wire {

    private static final SecureRandom CHANCE = new SecureRandom();

    private final Site site;
    private final Supplier<Pass> pass;
    private final LongAdder refusals;
    private final Inbox inbox;
    private final Nudging nudging;
    private final Station station;
    private final Thread thread;

    private AeronWire(Site site, Station.Place place, Connection first) {
        this.site = site;
        this.pass = place.pass();
        this.refusals = new LongAdder();
        this.inbox = new Inbox(refusals);
        this.nudging = new Nudging();
        this.station = new Station(place, first, inbox, nudging, refusals, AeronWire::nonce);
        this.thread = new Thread(station, "sardonyx-aeron-wire");
        thread.setDaemon(true);
    }

    /**
     * Opens it.
     *
     * @throws IOException when it cannot listen there, or has no driver, with what to do
     */
    static AeronWire open(Wiring wiring, Settings settings) throws IOException {
        var listen = bindable(new Endpoint(wiring.host(), wiring.port()));
        String advertised = wiring.advertised();
        Site site = (advertised == null ? listen : Endpoint.parse(advertised)).site();
        var place = new Station.Place(listen, wiring.pass(), settings, Driver.supply(settings));
        var wire = new AeronWire(site, place, place.connect());
        wire.thread.start();
        return wire;
    }

    /** Asks the system first: it says at once, and in words, what Aeron would say late and at length. */
    private static Endpoint bindable(Endpoint at) throws IOException {
        String host = at.host().replaceAll("[\\[\\]]", "");
        try (var socket = new DatagramSocket(new InetSocketAddress(host, at.port()))) {
            return new Endpoint(at.host(), socket.getLocalPort());
        } catch (SocketException e) {
            throw new IOException(
                    "cannot listen at " + at.site() + ": " + e.getMessage()
                            + "; choose an address of this machine and a UDP port that is free",
                    e);
        }
    }

    private static byte[] nonce() {
        byte[] nonce = new byte[Greeting.NONCE_BYTES];
        CHANCE.nextBytes(nonce);
        return nonce;
    }

    @Override
    public Site site() {
        return site;
    }

    @Override
    public Link link(Site to) {
        byte[] nonce = nonce();
        var link = new Outgoing(site, to, new Greeting.Caller(pass.get(), site, nonce), nonce);
        try {
            Endpoint.of(to);
        } catch (IllegalArgumentException e) {
            link.lose(String.valueOf(e.getMessage()));
            return link;
        }
        station.add(link);
        LockSupport.unpark(thread);
        return link;
    }

    @Override
    public int poll(Inbound inbound, int limit) {
        return inbox.poll(inbound, limit);
    }

    @Override
    public Watch onArrival(Runnable nudge) {
        return nudging.add(nudge);
    }

    @Override
    public long refusals() {
        return refusals.sum();
    }

    /** The present media driver, for tests to end; null while there is none. */
    @Nullable
    Driver driver() {
        return station.driver();
    }

    /** Waits until the port is free again; but not for itself, when called by a nudge or while frames are taken. */
    @Override
    public void close() {
        station.close();
        LockSupport.unpark(thread);
        if (Thread.currentThread() == thread || Thread.holdsLock(inbox)) {
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
