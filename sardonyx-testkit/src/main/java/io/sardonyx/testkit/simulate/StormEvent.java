package io.sardonyx.testkit.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens to a cluster at a moment.
 *
 * @param victim counts the processes that live at that moment, round and round
 * @param extent how much of it, in thousandths of the most there can be
 * @param delay how late others learn of it, in thousandths likewise
 */
record StormEvent(long atMillis, Deed deed, int victim, int extent, int delay) {

    private static final long MILLI = 1_000_000;

    /** What happens: a fault, or some work. */
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
        DAMAGE(FaultKind.DAMAGE);

        private final @Nullable FaultKind fault;

        Deed(@Nullable FaultKind fault) {
            this.fault = fault;
        }

        /** The name as a story spells it. */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Those that happen to any cluster; the others only where machines send each other something. */
        static List<Deed> toGroups() {
            return Arrays.stream(values())
                    .filter(deed -> deed.fault == null || !deed.fault.isOfWork())
                    .toList();
        }

        /** Those that are faults of these kinds, and that no operator has to mend. */
        static List<Deed> of(Set<FaultKind> kinds) {
            return Arrays.stream(values())
                    .filter(deed -> deed.fault != null && kinds.contains(deed.fault) && deed != DAMAGE)
                    .toList();
        }
    }

    /** The same so much later. */
    StormEvent later(long millis) {
        return new StormEvent(atMillis + millis, deed, victim, extent, delay);
    }

    long atNanos() {
        return atMillis * MILLI;
    }

    /** A number from the least on, as far towards the most as the extent says. */
    long within(long least, long most) {
        return least + (most - least) * extent / 1_000;
    }

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
