package io.sardonyx.coordinator;

import java.util.List;
import java.util.Locale;

/** State of a peer in the coordinator's state machine; a peer is in exactly one. */
public enum PeerState {
    /** Has no task. */
    IDLE,
    /** Was offered a task and has not acknowledged it yet. */
    ACKING,
    /** Runs its task. */
    ACTIVE,
    /**
     * Has drained its task while other peers are still at it. It is not idle, or it would be offered the same task for
     * ever.
     */
    WAITING,
    /** Was the last to drain its task and passes on the sentinel. */
    SEALING,
    /** Let its offer time out and lost the task; the coordinator will shut it down. */
    REVOKED,
    /** Crashed or was shut down; its id never works again. */
    DEAD;

    /** The states that may follow this one. To stay is always allowed: that is a replayed event. */
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

    /** Whether a peer in this state has a task, finished or not. */
    public boolean isAtTask() {
        return isWorking() || this == WAITING;
    }

    /** Whether a peer in this state may work, now or later. */
    public boolean isLiving() {
        return this == IDLE || isAtTask();
    }

    /** The state as documents spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
