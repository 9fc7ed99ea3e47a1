package io.sardonyx.port;

/** The store knows us, or does not, and in either case does not let us in. */
public final class Forbidden extends Unreadable {

    private static final long serialVersionUID = 1;

    public Forbidden(String message) {
        super(message);
    }
}
