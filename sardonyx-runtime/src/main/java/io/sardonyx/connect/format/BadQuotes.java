package io.sardonyx.connect.format;

/** Thrown for a CSV row with unbalanced quotes, whose end is therefore unknown. */
public final class BadQuotes extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    BadQuotes(String message) {
        super(message);
    }
}
