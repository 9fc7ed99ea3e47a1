package io.sardonyx.coordinator;

/** Numbers of peers at one task, by state. */
public record Headcount(int acking, int active, int waiting, int sealing) {

    public static final Headcount NONE = new Headcount(0, 0, 0, 0);

    /** Peers on which the task's progress depends. */
    public int working() {
        return acking + active + sealing;
    }

    /** All peers at the task, working or waiting. */
    public int present() {
        return working() + waiting;
    }

    public Headcount plus(PeerState state) {
        return switch (state) {
            case ACKING -> new Headcount(acking + 1, active, waiting, sealing);
            case ACTIVE -> new Headcount(acking, active + 1, waiting, sealing);
            case WAITING -> new Headcount(acking, active, waiting + 1, sealing);
            case SEALING -> new Headcount(acking, active, waiting, sealing + 1);
            case IDLE, REVOKED, DEAD -> this;
        };
    }

    Headcount minus(PeerState state) {
        return switch (state) {
            case ACKING -> new Headcount(acking - 1, active, waiting, sealing);
            case ACTIVE -> new Headcount(acking, active - 1, waiting, sealing);
            case WAITING -> new Headcount(acking, active, waiting - 1, sealing);
            case SEALING -> new Headcount(acking, active, waiting, sealing - 1);
            case IDLE, REVOKED, DEAD -> this;
        };
    }
}
