package io.sardonyx.coordinator;

import java.util.List;
import java.util.Locale;

/** What the Coordinator knows a peer to be doing; a peer is in exactly one state. */
public enum PeerState {
    /** Has no task. */
    IDLE,
    /** Was offered a task and has not said yet that it takes it. */
    ACKING,
    /** Executes its task. */
    ACTIVE,
    /** Has drained its task while others are still at it; were it idle, it would be offered the same task for ever. */
    WAITING,
    /** Drained its task as the last one and now passes the sentinel on. */
    SEALING,
    /** Let its offer lapse and lost the task; the Coordinator is about to shut it down. */
    REVOKED,
    /** Crashed or was shut down; its id never works again. */
    DEAD;

    /** The other states that a peer in this one may come to next. Staying is always allowed: that is a replay. */
    public List<PeerState> successors() {
        return switch (this) {
            case IDLE -> List.of(ACKING, DEAD);
            case ACKING -> List.of(ACTIVE, REVOKED, DEAD);
            case ACTIVE -> List.of(SEALING, WAITING, DEAD);
            case WAITING, SEALING -> List.of(IDLE, DEAD);
            case REVOKED -> List.of(DEAD);
            case DEAD -> List.of();
        };
    }

    public boolean mayBecome(PeerState next) {
        return next == this || successors().contains(next);
    }

    /** Whether a task depends on this peer for its progress. */
    public boolean isWorking() {
        return this == ACKING || this == ACTIVE || this == SEALING;
    }

    /** Whether a peer in this state has a task, be it finished with it or not. */
    public boolean isAtTask() {
        return isWorking() || this == WAITING;
    }

    /** Whether a peer in this state may still do some work, now or later. */
    public boolean isLiving() {
        return this == IDLE || isAtTask();
    }

    /** The state as documents and people spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
