package io.sardonyx.plugin;

import java.io.IOException;

/**
 * Thrown by an output that notices that another peer has taken over its slot: it is of the past, which is no failure.
 *
 * <p>The loop that gets it ends without killing its job; what it has not settled comes again to its successor.
 */
public class Superseded extends IOException {

    private static final long serialVersionUID = 1;

    public Superseded(String message) {
        super(message);
    }
}
