package io.sardonyx.testkit.simulate.network;

import static io.sardonyx.testkit.simulate.World.MILLI;
import static io.sardonyx.testkit.simulate.World.SECOND;

import io.sardonyx.port.Wire;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.wire.Frames;
import java.nio.ByteBuffer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Simulated connection from one machine to another, for one attempt to connect.
 *
 * <p>Frames are numbered; a gap or a repeated number breaks the link, and all frames under way are lost. After a lost
 * frame the sender sends an empty heartbeat, so that the receiver notices the gap. A dead machine is noticed by timeout
 * only.
 */
final class SimulatedLink implements Wire.Link {

    /** Delay of the heartbeat after a lost frame, in virtual nanoseconds. */
    private static final long HEARTBEAT = SECOND;
    /** Timeout after which a peer notices that the other end is dead or unreachable. */
    private static final long SILENCE = 4 * SECOND;
    /** Send window: with so many frames under way the link takes no more (back-pressure). */
    private static final int MOST_UNDER_WAY = 16;

    private final SimulatedWire from;
    private final SimulatedWire to;
    private final SimulatedNetwork network;
    private final LongPredicate order;
    /** Sequence number of the next frame. */
    private long next;

    private long lastArrivalNanos;
    private int underWay;
    /** Whether a heartbeat is scheduled because a frame was lost. */
    private boolean doubtful;
    /** Whether the connection is established, so that frames are accepted. */
    private boolean up;
    /** Whether the receiving end is broken: frames that arrive are dropped. */
    private boolean over;
    /** Whether the sending end is closed. */
    private boolean closed;

    SimulatedLink(SimulatedWire from, SimulatedWire to, SimulatedNetwork network, LongPredicate order) {
        this.from = from;
        this.to = to;
        this.network = network;
        this.order = order;
        if (network.isCut(from, to) || network.isCut(to, from)) {
            network.after(SILENCE, this::end);
        } else {
            network.after(network.journey().nanos(), this::open);
        }
    }

    private void open() {
        if (from.isDead() || to.isDead()) {
            network.after(SILENCE, this::end);
        } else if (!over) {
            to.accept(this);
            network.after(MILLI, () -> up = true);
        }
    }

    /** The wire at the sending end, which opened the link. */
    SimulatedWire from() {
        return from;
    }

    @Override
    public boolean offer(ByteBuffer... frame) {
        if (!up || closed || underWay >= MOST_UNDER_WAY) {
            return false;
        }
        ByteBuffer copy = ByteBuffer.allocate(Frames.contentLength(frame));
        for (ByteBuffer part : frame) {
            copy.put(part.duplicate());
        }
        send(copy.array());
        return true;
    }

    private void send(byte[] frame) {
        long number = next++;
        RandomFaults.Journey journey = network.journey();
        if (journey.lost() || network.isCut(from, to)) {
            doubt();
            return;
        }
        long now = network.nowNanos();
        long at = journey.late() ? now + journey.nanos() : Math.max(lastArrivalNanos, now + journey.nanos());
        lastArrivalNanos = journey.late() ? lastArrivalNanos : at;
        underWay++;
        network.after(at - now, () -> {
            underWay--;
            arrive(number, frame);
        });
        if (journey.twice()) {
            network.after(at - now + MILLI, () -> arrive(number, frame));
        }
    }

    /** Schedules a heartbeat frame that reveals the gap to the receiver. */
    private void doubt() {
        if (!doubtful) {
            doubtful = true;
            network.after(HEARTBEAT, () -> {
                doubtful = false;
                if (!over) {
                    send(new byte[0]);
                }
            });
        }
    }

    private void arrive(long number, byte[] frame) {
        if (over || to.isDead()) {
            network.after(SILENCE, this::end);
        } else if (order.test(number)) {
            to.arrived(this, frame);
        } else {
            breakDown();
        }
    }

    /** One end has died: the other breaks the link after the timeout. */
    void fallSilent() {
        network.after(SILENCE, () -> {
            breakDown();
            end();
        });
    }

    /** Breaks the receiving end; the sender notices one network delay later. */
    void breakDown() {
        if (!over) {
            over = true;
            to.broken(this);
            network.after(network.journey().nanos(), this::end);
        }
    }

    private void end() {
        over = true;
        closed = true;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public boolean isUp() {
        return up && !closed;
    }

    @Override
    public @Nullable String problem() {
        return closed ? "the link from " + from.site() + " to " + to.site() + " is down" : null;
    }

    @Override
    public void close() {
        closed = true;
        network.after(network.journey().nanos(), this::breakDown);
    }
}
