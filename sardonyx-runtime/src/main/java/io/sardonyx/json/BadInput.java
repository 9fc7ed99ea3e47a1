package io.sardonyx.json;

import org.jspecify.annotations.Nullable;

/** Thrown for invalid input; the message says where, what is wrong and what would be right, in one line. */
public class BadInput extends RuntimeException {

    private static final int MAX_LENGTH = 600;

    public BadInput(String message) {
        super(OneLine.of(message, MAX_LENGTH));
    }

    public BadInput(String message, @Nullable Throwable cause) {
        super(OneLine.of(message, MAX_LENGTH), cause);
    }

    /** The same fault with an outer location in front. */
    public BadInput in(String where) {
        return new BadInput(where + ": " + getMessage(), this);
    }
}
