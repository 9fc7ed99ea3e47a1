package io.sardonyx.testkit.simulate.network;

import static io.sardonyx.testkit.simulate.World.MILLI;
import static io.sardonyx.testkit.simulate.World.SECOND;

import io.sardonyx.port.Wire;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import java.nio.ByteBuffer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One making of the way from one machine to another.
 *
 * <p>Frames are numbered; one that is not the next breaks the link, and then all that was on its way is lost. Who loses
 * the last frame for a while learns of it by an empty one; nobody hears that the other machine is gone, only silence.
 */
final class SimulatedLink implements Wire.Link {

    private static final long HEARTBEAT = SECOND;
    private static final long SILENCE = 4 * SECOND;
    private static final int MOST_UNDER_WAY = 16;

    private final SimulatedWire from;
    private final SimulatedWire to;
    private final SimulatedNetwork network;
    private final LongPredicate order;
    private long next;
    private long lastArrivalNanos;
    private int underWay;
    private boolean doubtful;
    private boolean up;
    private boolean over;
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

    /** Who made it. */
    SimulatedWire from() {
        return from;
    }

    @Override
    public boolean offer(ByteBuffer frame) {
        if (!up || closed || underWay >= MOST_UNDER_WAY) {
            return false;
        }
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        send(bytes);
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

    /** One of its ends is gone, which the other notices after a while. */
    void fallSilent() {
        network.after(SILENCE, () -> {
            breakDown();
            end();
        });
    }

    /** The receiver takes no more of it; the sender learns of it a little later. */
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
