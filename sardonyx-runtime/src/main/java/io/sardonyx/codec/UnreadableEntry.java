package io.sardonyx.codec;

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

    UnreadableEntry(Fault fault, long position, String message) {
        super("position " + position + ": " + message);
        this.fault = fault;
        this.position = position;
    }

    public Fault fault() {
        return fault;
    }

    public long position() {
        return position;
    }
}
