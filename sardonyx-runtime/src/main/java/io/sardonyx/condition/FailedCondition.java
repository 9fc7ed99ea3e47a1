package io.sardonyx.condition;

/** Exception for a predicate or transform of a flow condition that failed; it fails the segment. */
public final class FailedCondition extends RuntimeException {

    private static final long serialVersionUID = 1;

    FailedCondition(String message) {
        super(message);
    }

    FailedCondition(String what, Throwable cause) {
        super(what + ": " + cause, cause);
    }
}
