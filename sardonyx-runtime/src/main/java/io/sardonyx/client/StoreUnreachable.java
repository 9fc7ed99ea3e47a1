package io.sardonyx.client;

import org.jspecify.annotations.Nullable;

/** The store gave no answer in time, so nobody can say what is true or whether a wish was fulfilled. */
public final class StoreUnreachable extends RuntimeException {

    private static final long serialVersionUID = 1;

    public StoreUnreachable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
