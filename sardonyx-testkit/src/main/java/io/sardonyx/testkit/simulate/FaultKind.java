package io.sardonyx.testkit.simulate;

import java.util.Locale;

/**
 * What goes wrong: first what strikes a process or the store, then the mishaps of single calls and nudges, then those
 * of links and tasks.
 */
public enum FaultKind {
    /** A process dies without a word; another one starts some time later. */
    KILL,
    /** A process gets no turns for a while, perhaps longer than its session lives. */
    PAUSE,
    /** A connection is down for a while: calls fail, the session may survive. */
    SUSPEND,
    /** A session ends although its process lives and talks. */
    EXPIRE_ALIVE,
    /** The store answers nobody for a while. */
    OUTAGE,
    /** The disk of the store is full for a while: it is read, but takes nothing. */
    STORE_FULL,
    /** A monotonic clock counts a sleep that its process knows nothing of: all timers are due at once. */
    CLOCK_JUMP,
    /** A process is suspended together with its monotonic clock: for its timers the time did not pass. */
    CLOCK_STOP,
    /** An answer comes much later than usual. */
    LATE_REPLY,
    /** A write happened but its answer is lost. */
    APPLIED_BUT_LOST,
    /** A write did not happen, and nobody can tell. */
    NOT_APPLIED,
    /** A nudge comes late. */
    LATE_NUDGE,
    /** A nudge never comes. */
    LOST_NUDGE,
    /** A frame between two machines never comes. */
    FRAME_LOST,
    /** A frame comes twice. */
    FRAME_TWICE,
    /** A frame is overtaken by others. */
    FRAME_LATE,
    /** Two machines do not hear each other for a while. */
    LINK_CUT,
    /** Of two machines one does not hear the other for a while. */
    LINK_CUT_ONE_WAY,
    /** A process gets no turns for a while, and its session lives on, as on a directory: its links are silent. */
    STALL,
    /** What a task reads from or writes to is unavailable for a while. */
    UNAVAILABLE,
    /** A lifecycle fails and wants its task to restart. */
    RESTART,
    /** A checkpoint or a list of partitions is damaged; somebody has to reset it. */
    DAMAGE;

    /** Whether it befalls single calls and nudges. */
    boolean isMishap() {
        return compareTo(LATE_REPLY) >= 0 && !isOfWork();
    }

    /** Whether it befalls only machines that work: what they send each other, and tasks. */
    boolean isOfWork() {
        return compareTo(FRAME_LOST) >= 0;
    }

    /** The name as a report spells it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
