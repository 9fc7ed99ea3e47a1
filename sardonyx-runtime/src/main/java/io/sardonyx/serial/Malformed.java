package io.sardonyx.serial;

/** Bytes that no writer with the same codecs has written. */
public final class Malformed extends BadSegment {

    Malformed(String problem) {
        super(problem);
    }

    Malformed(String problem, Throwable cause) {
        super(problem);
        initCause(cause);
    }
}
