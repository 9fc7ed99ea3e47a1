package io.sardonyx.plugin;

/**
 * Exception of {@link Output#write} for a segment that can never be written, while others can: the first segment of the
 * call has failed, and no other.
 *
 * <p>The error policy of the output's task decides about the segment, and the output is offered the next one. Any other
 * exception is a failure of the output.
 */
public class Refused extends Exception {

    private static final long serialVersionUID = 1;

    private final Exception why;

    /** @param cause the reason; its message is shown to users */
    public Refused(Exception cause) {
        super(cause);
        this.why = cause;
    }

    /** The reason why the segment cannot be written. */
    public Exception why() {
        return why;
    }
}
