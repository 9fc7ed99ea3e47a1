package io.sardonyx.testkit.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event in a fault schedule.
 *
 * @param victim which machine it hits, as a number modulo the live machines at that moment
 * @param extent how severe it is, in thousandths of the maximum
 * @param delay how late others detect it, in thousandths of the maximum
 */
record StormEvent(long atMillis, Deed deed, int victim, int extent, int delay) {

    private static final long MILLI = 1_000_000;

    /** What happens: a fault, or an operation of a user. */
    enum Deed {
        SUBMIT_JOB(null),
        KILL_JOB(null),
        LEAVE(null),
        PAUSE(FaultKind.PAUSE),
        CLOCK_JUMP(FaultKind.CLOCK_JUMP),
        CLOCK_STOP(FaultKind.CLOCK_STOP),
        OUTAGE(FaultKind.OUTAGE),
        STORE_FULL(FaultKind.STORE_FULL),
        SUSPEND(FaultKind.SUSPEND),
        EXPIRE_ALIVE(FaultKind.EXPIRE_ALIVE),
        KILL(FaultKind.KILL),
        CUT(FaultKind.LINK_CUT),
        CUT_ONE_WAY(FaultKind.LINK_CUT_ONE_WAY),
        STALL(FaultKind.STALL),
        DAMAGE(FaultKind.DAMAGE),
        BROKER_RESTART(FaultKind.BROKER_RESTART),
        BROKER_OUTAGE(FaultKind.BROKER_OUTAGE),
        BROKER_DISCONNECT(FaultKind.BROKER_DISCONNECT);

        private final @Nullable FaultKind fault;

        Deed(@Nullable FaultKind fault) {
            this.fault = fault;
        }

        /** The name as log lines spell it. */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        private boolean isOfBroker() {
            return fault != null && fault.isOfBroker();
        }

        /** Events for simulations with jobs of any delivery. */
        static List<Deed> toWork() {
            return Arrays.stream(values()).filter(deed -> !deed.isOfBroker()).toList();
        }

        /** Faults of the broker, for simulations with queued jobs. */
        static List<Deed> toBroker() {
            return Arrays.stream(values()).filter(Deed::isOfBroker).toList();
        }

        /** Events for simulations without jobs; the others need links between machines. */
        static List<Deed> toGroups() {
            return Arrays.stream(values())
                    .filter(deed -> deed.fault == null || !deed.fault.isOfWork())
                    .toList();
        }

        /** Events that are faults of these kinds, concern every job and need no operator to repair. */
        static List<Deed> of(Set<FaultKind> kinds) {
            return toWork().stream()
                    .filter(deed -> deed.fault != null && kinds.contains(deed.fault) && deed != DAMAGE)
                    .toList();
        }
    }

    /** The same event so much later. */
    StormEvent later(long millis) {
        return new StormEvent(atMillis + millis, deed, victim, extent, delay);
    }

    long atNanos() {
        return atMillis * MILLI;
    }

    /** A number between least and most, in proportion to the extent. */
    long within(long least, long most) {
        return least + (most - least) * extent / 1_000;
    }

    /** A delay of at most so much, in proportion to the event's delay. */
    long delayedAtMost(long most) {
        return most * delay / 1_000;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.3f s: %s, victim %d, extent %d, delay %d",
                atMillis / 1e3,
                deed.word(),
                victim,
                extent,
                delay);
    }
}
