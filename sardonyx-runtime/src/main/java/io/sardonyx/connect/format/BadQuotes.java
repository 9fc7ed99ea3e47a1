package io.sardonyx.connect.format;

/** A row whose quotes do not match, so that nobody knows where it ends. */
public final class BadQuotes extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    BadQuotes(String message) {
        super(message);
    }
}
