package io.sardonyx.cli;

/** A store that does not answer; exit code 3. */
final class Unreachable extends RuntimeException {

    private static final long serialVersionUID = 1;

    Unreachable(String message, Throwable cause) {
        super(message, cause);
    }
}
