package io.sardonyx.testkit.simulate;

import java.util.Locale;

/**
 * Kinds of injected faults: first those of processes and the store, then those of single store calls and watch
 * callbacks, then those of links and tasks, then those of the broker. The order of constants matters to
 * {@link #isMishap}, {@link #isOfWork} and {@link #isOfBroker}.
 */
public enum FaultKind {
    /** A process crashes without closing its session; another one starts some time later. */
    KILL,
    /** A process gets no turns for a while, perhaps for longer than its session timeout. */
    PAUSE,
    /** The connection to the store is down for a while: calls fail, the session may survive. */
    SUSPEND,
    /** A session expires although its process is alive and connected. */
    EXPIRE_ALIVE,
    /** The store fails all calls for a while. */
    OUTAGE,
    /** The store's disk is full for a while: reads succeed, writes fail. */
    STORE_FULL,
    /** A monotonic clock jumps forward, as one that counts a suspend: all timers are due at once. */
    CLOCK_JUMP,
    /** A process and its monotonic clock stop together: for its timers no time has passed. */
    CLOCK_STOP,
    /** A reply is much later than usual. */
    LATE_REPLY,
    /** A write is applied but its reply is lost. */
    APPLIED_BUT_LOST,
    /** A write is lost before it is applied, which its caller cannot tell from a lost reply. */
    NOT_APPLIED,
    /** A watch callback is late. */
    LATE_NUDGE,
    /** A watch callback is lost. */
    LOST_NUDGE,
    /** A network frame is lost. */
    FRAME_LOST,
    /** A network frame is delivered twice. */
    FRAME_TWICE,
    /** A network frame is overtaken by later ones. */
    FRAME_LATE,
    /** The network between two machines is partitioned for a while. */
    LINK_CUT,
    /** The network between two machines is partitioned for a while in one direction. */
    LINK_CUT_ONE_WAY,
    /**
     * A process gets no turns for a while but keeps its session, as with a store on a local directory: its links are
     * silent.
     */
    STALL,
    /** The system that an input or output talks to is unavailable for a while. */
    UNAVAILABLE,
    /** A lifecycle callback throws and asks for a restart of its task. */
    RESTART,
    /** A checkpoint or partition list is corrupted; an operator has to reset it. */
    DAMAGE,
    /** The message broker crashes and starts again: all sessions are over, what was committed is there. */
    BROKER_RESTART,
    /** The message broker crashes and is away for a while. */
    BROKER_OUTAGE,
    /** The broker gives up the connections of a process that lives; what it has taken returns. */
    BROKER_DISCONNECT,
    /** The broker cannot tell the depth of a queue. */
    DEPTH_UNKNOWN;

    /** Whether it is a fault of single store calls and watch callbacks. */
    boolean isMishap() {
        return compareTo(LATE_REPLY) >= 0 && !isOfWork();
    }

    /** Whether it happens only in simulations that run jobs: faults of links, tasks and the broker. */
    boolean isOfWork() {
        return compareTo(FRAME_LOST) >= 0;
    }

    /** Whether it happens only in simulations that run queued jobs. */
    boolean isOfBroker() {
        return compareTo(BROKER_RESTART) >= 0;
    }

    /** The name as reports spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
