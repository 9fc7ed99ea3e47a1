package io.sardonyx.port;

/** Exception for a store that denies access: authentication or authorization failed. Retrying does not help. */
public final class Forbidden extends Unreadable {

    private static final long serialVersionUID = 1;

    public Forbidden(String message) {
        super(message);
    }
}
