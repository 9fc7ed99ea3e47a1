package io.sardonyx.function.key;

/** A segment that has no key by which it could be grouped. */
public final class MissingKey extends RuntimeException {

    private static final long serialVersionUID = 1;

    MissingKey(String message) {
        super(message);
    }
}
