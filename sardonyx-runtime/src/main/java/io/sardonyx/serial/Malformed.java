package io.sardonyx.serial;

/** Thrown for bytes that were not written with the same codecs, or are corrupt. */
public final class Malformed extends BadSegment {

    Malformed(String problem) {
        super(problem);
    }

    Malformed(String problem, Throwable cause) {
        super(problem);
        initCause(cause);
    }
}
