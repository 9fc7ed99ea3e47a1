package io.sardonyx.coordinator;

/** How many peers are at one task, by state. */
public record Headcount(int acking, int active, int waiting, int sealing) {

    public static final Headcount NOBODY = new Headcount(0, 0, 0, 0);

    /** Those on whom the task's progress depends. */
    public int working() {
        return acking + active + sealing;
    }

    public int present() {
        return working() + waiting;
    }

    Headcount plus(PeerState state) {
        return switch (state) {
            case ACKING -> new Headcount(acking + 1, active, waiting, sealing);
            case ACTIVE -> new Headcount(acking, active + 1, waiting, sealing);
            case WAITING -> new Headcount(acking, active, waiting + 1, sealing);
            case SEALING -> new Headcount(acking, active, waiting, sealing + 1);
            case IDLE, REVOKED, DEAD -> this;
        };
    }
}
