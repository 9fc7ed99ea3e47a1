package io.sardonyx.testkit.contract;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Fault-injecting network proxy between an endpoint and its callers, for TCP or UDP.
 *
 * <pre>
 *   caller ── THERE ──▶ relay's port ────▶ target's port
 *   caller ◀── BACK ─── relay        ◀──── target
 * </pre>
 *
 * <p>The endpoint listens on {@link #target} and advertises {@link #port}. Faults are random from the seed; which piece
 * they hit also depends on how the operating system splits the stream. Thread-safe: settings are guarded by this
 * object.
 */
public abstract class Relay implements AutoCloseable {

    /** Faults of one chunk of a stream or one datagram. */
    public enum Fault {
        LOSS,
        DELAY,
        DUPLICATION,
        REORDERING,
        DAMAGE
    }

    /** Direction: from the caller to the target, or back. */
    public enum Way {
        THERE,
        BACK
    }

    private final Random random;
    private final Set<Way> cut = EnumSet.noneOf(Way.class);
    private Fault fault = Fault.LOSS;
    private double chance;
    /** Change that is applied to each piece on its way to the target. */
    private UnaryOperator<byte[]> tampering = UnaryOperator.identity();

    private boolean closed;

    Relay(long seed) {
        this.random = new Random(seed);
    }

    /** A TCP relay; loss, duplication and reordering of chunks corrupt the stream. */
    public static Relay tcp(long seed) {
        return new TcpRelay(seed);
    }

    /** A UDP relay; replies go back to the sender of the request, as through NAT. */
    public static Relay udp(long seed) {
        return new UdpRelay(seed);
    }

    /** The port that callers connect to. */
    public abstract int port();

    /** The port on which the endpoint is to listen; it was free when the relay was created. */
    public abstract int target();

    /** Closes all connections at once, without a protocol message. */
    public abstract void dropAll();

    /** Sends bytes to the target that no member would send, from an unknown address. */
    public abstract void stranger(byte[] bytes) throws IOException;

    /** Sets the fault that each piece suffers from now on, in either direction, with this probability. */
    public final synchronized void disturb(Fault kind, double probability) {
        fault = kind;
        chance = probability;
    }

    /** Partitions one direction: a stream is held back, datagrams are lost. */
    public final synchronized void cut(Way way) {
        cut.add(way);
    }

    /** Applies a change to each piece on its way to the target from now on. */
    public final synchronized void tamper(UnaryOperator<byte[]> change) {
        tampering = change;
    }

    /** Ends all faults, partitions and changes. */
    public final synchronized void heal() {
        cut.clear();
        chance = 0;
        tampering = UnaryOperator.identity();
        notifyAll();
    }

    @Override
    public abstract void close();

    final synchronized void markClosed() {
        closed = true;
        notifyAll();
    }

    final synchronized boolean isClosed() {
        return closed;
    }

    final synchronized boolean isCut(Way way) {
        return cut.contains(way);
    }

    final synchronized boolean strikes(Fault kind) {
        return chance > 0 && kind == fault && random.nextDouble() < chance;
    }

    final synchronized int draw(int bound) {
        return random.nextInt(bound);
    }

    /** A piece after changes and damage. */
    final synchronized byte[] touched(byte[] piece, Way way) {
        byte[] result = way == Way.THERE ? tampering.apply(piece) : piece;
        if (result.length > 0 && strikes(Fault.DAMAGE)) {
            result[random.nextInt(result.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return result;
    }

    /** Blocks while the direction is partitioned. */
    final synchronized void awaitPassage(Way way) throws InterruptedException {
        while (cut.contains(way) && !closed) {
            wait();
        }
    }
}
