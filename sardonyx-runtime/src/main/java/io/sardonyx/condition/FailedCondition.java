package io.sardonyx.condition;

/** A method of a flow condition that failed, and with it the segment that it was about. */
public final class FailedCondition extends RuntimeException {

    private static final long serialVersionUID = 1;

    FailedCondition(String message) {
        super(message);
    }

    FailedCondition(String what, Throwable cause) {
        super(what + ": " + cause, cause);
    }
}
