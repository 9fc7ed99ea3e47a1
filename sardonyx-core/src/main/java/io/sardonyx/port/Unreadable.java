package io.sardonyx.port;

/**
 * Exception for a failure that a retry does not repair: stored data is damaged, or access is denied.
 *
 * <p>After any other failure of a read the caller retries later; after this one it stops and reports why.
 */
public class Unreadable extends RuntimeException {

    private static final long serialVersionUID = 1;

    public Unreadable(String message) {
        super(message);
    }

    public Unreadable(String message, Throwable cause) {
        super(message, cause);
    }

    /** Throws the failure if it is of this kind; else returns. */
    public static void rethrow(Throwable failure) {
        if (failure instanceof Unreadable unreadable) {
            throw unreadable;
        }
    }
}
