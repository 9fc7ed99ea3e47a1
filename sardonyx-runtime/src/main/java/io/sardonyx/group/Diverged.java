package io.sardonyx.group;

/**
 * Thrown when two members have folded the same log entries into different replicas. Which one is right cannot be known,
 * so both stop.
 */
public final class Diverged extends RuntimeException {

    private static final long serialVersionUID = 1;

    Diverged(String message) {
        super(message);
    }
}
