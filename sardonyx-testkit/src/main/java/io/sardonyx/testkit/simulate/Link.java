package io.sardonyx.testkit.simulate;

import static io.sardonyx.testkit.simulate.World.MILLI;
import static io.sardonyx.testkit.simulate.World.SECOND;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * The way from one machine to another, for the frames of all channels between them.
 *
 * <p>Frames are numbered; one that is not the next breaks the link. Then all that was on its way is lost, and the link
 * is made anew with other numbers, later each time it breaks soon again. Who loses the last frame for a while learns of
 * it by an empty one.
 */
final class Link {

    private static final long FIRST_DELAY = 10 * MILLI;
    private static final int MOST_DOUBLINGS = 7;
    private static final int FRAMES_OF_TRUST = 50;
    private static final long HEARTBEAT = SECOND;

    private final VirtualTime time;
    private final Weather weather;
    private final Supplier<LongPredicate> orders;
    private final List<Pipe<?>> pipes = new ArrayList<>();
    private LongPredicate order;
    private long epoch;
    private long next;
    private long lastArrivalNanos;
    private long upAtNanos;
    private long cutUntilNanos;
    private int failures;
    private boolean doubtful;
    private boolean dead;

    /** @param orders what takes the frames of one making of the link, by their numbers */
    Link(VirtualTime time, Weather weather, Supplier<LongPredicate> orders) {
        this.time = time;
        this.weather = weather;
        this.orders = orders;
        this.order = orders.get();
    }

    void add(Pipe<?> pipe) {
        pipes.add(pipe);
    }

    /** Whether its sender may put frames on it, as far as that knows. */
    boolean isUp() {
        return time.nowNanos() >= upAtNanos;
    }

    /** Whatever is sent before then is lost, and nobody is told. */
    void cutUntil(long nanos) {
        cutUntilNanos = Math.max(cutUntilNanos, nanos);
    }

    /** One of its machines is gone, so nothing comes of it any more. */
    void die() {
        dead = true;
    }

    void send(Runnable arrival) {
        long number = next++;
        Weather.Journey journey = weather.journey();
        if (dead) {
            return;
        }
        if (journey.lost() || time.nowNanos() < cutUntilNanos) {
            doubt();
            return;
        }
        long at = journey.late()
                ? time.nowNanos() + journey.nanos()
                : Math.max(lastArrivalNanos, time.nowNanos() + journey.nanos());
        lastArrivalNanos = journey.late() ? lastArrivalNanos : at;
        long of = epoch;
        time.after(at - time.nowNanos(), () -> arrive(of, number, arrival));
        if (journey.twice()) {
            time.after(at - time.nowNanos() + MILLI, () -> arrive(of, number, arrival));
        }
    }

    private void doubt() {
        if (!doubtful) {
            doubtful = true;
            long of = epoch;
            time.after(HEARTBEAT, () -> {
                doubtful = false;
                if (epoch == of) {
                    send(() -> {});
                }
            });
        }
    }

    private void arrive(long of, long number, Runnable arrival) {
        if (dead || of != epoch) {
            return;
        }
        if (order.test(number)) {
            failures = number < FRAMES_OF_TRUST ? failures : 0;
            arrival.run();
        } else {
            breakDown();
        }
    }

    private void breakDown() {
        epoch++;
        next = 0;
        order = orders.get();
        lastArrivalNanos = 0;
        upAtNanos = time.nowNanos() + (FIRST_DELAY << Math.min(failures, MOST_DOUBLINGS));
        failures++;
        pipes.forEach(Pipe::forget);
    }
}
