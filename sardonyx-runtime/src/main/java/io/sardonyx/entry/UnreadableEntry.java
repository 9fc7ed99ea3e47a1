package io.sardonyx.entry;

import io.sardonyx.json.BadInput;

/** An entry of the log that this program must not apply, so its reader stops before it. */
public final class UnreadableEntry extends BadInput {

    /** What is the matter with it. */
    public enum Fault {
        /** It is no entry at all, or an argument is wrong. */
        MALFORMED,
        /** Its command is not one of ours. */
        UNKNOWN_COMMAND,
        /** What was read is not what was written. */
        BAD_CHECKSUM,
        /** A newer program wrote it. */
        NEWER_FORMAT
    }

    private final Fault fault;
    private final long position;
    private final boolean damaged;

    UnreadableEntry(Fault fault, long position, String message) {
        this(fault, position, message, fault == Fault.BAD_CHECKSUM);
    }

    private UnreadableEntry(Fault fault, long position, String message, boolean damaged) {
        super("position " + position + ": " + message);
        this.fault = fault;
        this.position = position;
        this.damaged = damaged;
    }

    /** Bytes that are no entry of any release. */
    static UnreadableEntry noEntry(long position, String message) {
        return new UnreadableEntry(Fault.MALFORMED, position, message, true);
    }

    /** Whether it is not what was appended; all others somebody meant so, and a newer program may understand them. */
    public boolean isDamaged() {
        return damaged;
    }

    public Fault fault() {
        return fault;
    }

    public long position() {
        return position;
    }
}
