package io.sardonyx.plugin;

/**
 * Thrown by {@link Output#write} when the first segment that it was given cannot be written, now or later, while others
 * can: a failure of that segment alone.
 *
 * <p>The error policy of the output's task decides about the segment, and the output is offered the next one. What else
 * an output throws is a failure of the output.
 */
public class Refused extends Exception {

    private static final long serialVersionUID = 1;

    private final Exception why;

    /** @param cause why; its words are shown to people */
    public Refused(Exception cause) {
        super(cause);
        this.why = cause;
    }

    /** Why the segment cannot be written. */
    public Exception why() {
        return why;
    }
}
