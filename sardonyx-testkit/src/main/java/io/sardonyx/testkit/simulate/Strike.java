package io.sardonyx.testkit.simulate;

import java.util.List;
import java.util.Locale;

/**
 * Something that happens to a cluster at a moment.
 *
 * @param victim counts the processes that live at that moment, round and round
 * @param extent how much of it, in thousandths of the most there can be
 * @param delay how late others learn of it, in thousandths likewise
 */
record Strike(long atMillis, Deed deed, int victim, int extent, int delay) {

    private static final long MILLI = 1_000_000;

    /** What happens: a fault, or some work. */
    enum Deed {
        SUBMIT_JOB,
        KILL_JOB,
        LEAVE,
        PAUSE,
        CLOCK_JUMP,
        CLOCK_STOP,
        OUTAGE,
        SUSPEND,
        EXPIRE_ALIVE,
        KILL,
        CUT,
        CUT_ONE_WAY;

        /** Those that happen to any cluster; the others only where machines send each other something. */
        static List<Deed> toGroups() {
            return List.of(values()).subList(0, CUT.ordinal());
        }
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
        String word = deed.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return String.format(
                Locale.ROOT, "%.3f s: %s, victim %d, extent %d, delay %d", atMillis / 1e3, word, victim, extent, delay);
    }
}
