package io.sardonyx.client;

/**
 * Thrown when a job cannot be resumed: it is still live, unknown, or its checkpoints are deleted; or cannot be
 * replaced.
 */
public final class CannotResume extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final boolean stopped;

    public CannotResume(String message) {
        super(message);
        this.stopped = false;
    }

    /** Of a job that is stopped already, when what was to replace it was refused. */
    public CannotResume(String message, RuntimeException refusal) {
        super(message, refusal);
        this.stopped = true;
    }

    /** Whether the job was stopped to be replaced; it can be resumed as it was. */
    public boolean isStopped() {
        return stopped;
    }
}
