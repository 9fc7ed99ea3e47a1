package io.sardonyx.group;

/** Two members have folded the same entries into different replicas; nobody knows who is right, so both stop. */
public final class Diverged extends RuntimeException {

    private static final long serialVersionUID = 1;

    Diverged(String message) {
        super(message);
    }
}
