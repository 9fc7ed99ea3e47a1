package io.sardonyx.client;

import org.jspecify.annotations.Nullable;

/** Thrown when the store gave no answer within the timeout; whether a request took effect is unknown then. */
public final class StoreUnreachable extends RuntimeException {

    private static final long serialVersionUID = 1;

    public StoreUnreachable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
