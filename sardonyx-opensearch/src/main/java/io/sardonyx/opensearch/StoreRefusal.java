package io.sardonyx.opensearch;

/** Exception for a request that the server did not carry out: it is overloaded, read-only, full, or cannot now. */
final class StoreRefusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    StoreRefusal(String message) {
        super(message);
    }
}
