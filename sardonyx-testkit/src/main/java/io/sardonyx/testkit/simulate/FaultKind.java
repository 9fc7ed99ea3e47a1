package io.sardonyx.testkit.simulate;

/** What goes wrong. */
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
    /** An answer comes much later than usual. */
    LATE_REPLY,
    /** A write happened but its answer is lost. */
    APPLIED_BUT_LOST,
    /** A write did not happen, and nobody can tell. */
    NOT_APPLIED,
    /** A nudge comes late. */
    LATE_NUDGE,
    /** A nudge never comes. */
    LOST_NUDGE
}
