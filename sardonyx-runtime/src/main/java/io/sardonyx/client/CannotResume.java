package io.sardonyx.client;

/** Thrown when a job cannot be resumed: it is still live, unknown, or its checkpoints are deleted. */
public final class CannotResume extends RuntimeException {

    private static final long serialVersionUID = 1;

    public CannotResume(String message) {
        super(message);
    }
}
