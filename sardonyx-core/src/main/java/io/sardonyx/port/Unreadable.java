package io.sardonyx.port;

/**
 * A failure that asking again does not mend: what is stored is damaged, or closed to us.
 *
 * <p>After any other failure of a read the caller asks again later; after this one it stops and says why.
 */
public class Unreadable extends RuntimeException {

    private static final long serialVersionUID = 1;

    public Unreadable(String message) {
        super(message);
    }

    public Unreadable(String message, Throwable cause) {
        super(message, cause);
    }

    /** Throws the failure if it is of this kind. */
    public static void rethrow(Throwable failure) {
        if (failure instanceof Unreadable unreadable) {
            throw unreadable;
        }
    }
}
