package io.sardonyx.testkit.contract;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Stands between an endpoint and all who call it, and treats what passes as a bad network does.
 *
 * <pre>
 *   caller ── THERE ──▶ relay's port ────▶ target's port
 *   caller ◀── BACK ─── relay        ◀──── target
 * </pre>
 *
 * <p>The endpoint listens on {@link #target} and advertises {@link #port}. Chances are drawn from the seed; which piece
 * they strike also depends on how the system cuts the stream.
 */
public abstract class Relay implements AutoCloseable {

    /** What may befall a piece of what passes: a chunk of a stream, or a datagram. */
    public enum Fault {
        LOSS,
        DELAY,
        DUPLICATION,
        REORDERING,
        DAMAGE
    }

    /** From the caller, or to it. */
    public enum Way {
        THERE,
        BACK
    }

    private final Random random;
    private final Set<Way> cut = EnumSet.noneOf(Way.class);
    private Fault fault = Fault.LOSS;
    private double chance;
    private UnaryOperator<byte[]> tampering = UnaryOperator.identity();
    private boolean closed;

    Relay(long seed) {
        this.random = new Random(seed);
    }

    /** For connections: what is lost, doubled or turned round damages the stream. */
    public static Relay tcp(long seed) {
        return new TcpRelay(seed);
    }

    /** For datagrams: answers go back to who asked, as through a translating router. */
    public static Relay udp(long seed) {
        return new UdpRelay(seed);
    }

    /** Where callers come to. */
    public abstract int port();

    /** Where the endpoint is to listen; free when this was made. */
    public abstract int target();

    /** Ends all connections at once, without a word. */
    public abstract void dropAll();

    /** Says something to the target that no member would say, as one that nobody knows. */
    public abstract void stranger(byte[] bytes) throws IOException;

    /** From now on each piece, either way, has this chance to be struck. */
    public final synchronized void disturb(Fault kind, double probability) {
        fault = kind;
        chance = probability;
    }

    /** From now on nothing passes this way; a stream keeps it, datagrams are lost. */
    public final synchronized void cut(Way way) {
        cut.add(way);
    }

    /** From now on each piece to the target goes through this. */
    public final synchronized void tamper(UnaryOperator<byte[]> change) {
        tampering = change;
    }

    /** From now on all passes as it is. */
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

    /** A piece as it goes on. */
    final synchronized byte[] touched(byte[] piece, Way way) {
        byte[] result = way == Way.THERE ? tampering.apply(piece) : piece;
        if (result.length > 0 && strikes(Fault.DAMAGE)) {
            result[random.nextInt(result.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return result;
    }

    final synchronized void awaitPassage(Way way) throws InterruptedException {
        while (cut.contains(way) && !closed) {
            wait();
        }
    }
}
