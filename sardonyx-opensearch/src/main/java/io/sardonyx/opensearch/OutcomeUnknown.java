package io.sardonyx.opensearch;

/** Exception for a write whose answer was lost or tells nothing: it may have taken effect, or may still do so. */
final class OutcomeUnknown extends RuntimeException {

    private static final long serialVersionUID = 1;

    OutcomeUnknown(String message, Throwable cause) {
        super(message + "; whether it took effect is unknown", cause);
    }
}
