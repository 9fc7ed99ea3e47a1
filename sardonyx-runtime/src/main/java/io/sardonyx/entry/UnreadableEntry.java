package io.sardonyx.entry;

import io.sardonyx.json.BadInput;

/** Thrown for a log entry that this program must not apply; its reader stops before it. */
public final class UnreadableEntry extends BadInput {

    /** What is wrong with it. */
    public enum Fault {
        /** It is not an entry, or an argument is invalid. */
        MALFORMED,
        /** Its command or event is unknown. */
        UNKNOWN_COMMAND,
        /** Its checksum does not match. */
        BAD_CHECKSUM,
        /** It was written by a newer program. */
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

    /** For bytes that are no entry of any release. */
    static UnreadableEntry noEntry(long position, String message) {
        return new UnreadableEntry(Fault.MALFORMED, position, message, true);
    }

    /**
     * Whether its bytes are not those that were appended. All other faults are of intact entries, which a newer program
     * may understand.
     */
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
