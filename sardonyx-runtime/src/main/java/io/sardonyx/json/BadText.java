package io.sardonyx.json;

import org.jspecify.annotations.Nullable;

/** Thrown for a syntax error in a text, with its position. */
public final class BadText extends BadInput {

    private static final long serialVersionUID = 1;

    private final transient TextPosition spot;
    private final String what;

    public BadText(TextPosition spot, String what, @Nullable Throwable cause) {
        super(spot.inWords() + ": " + what, cause);
        this.spot = spot;
        this.what = what;
    }

    public TextPosition spot() {
        return spot;
    }

    public String what() {
        return what;
    }
}
