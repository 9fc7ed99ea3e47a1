package io.sardonyx.plugin;

import java.io.IOException;

/**
 * Exception of an output that detects that another peer has taken over its slot (it is fenced off), which is no
 * failure.
 *
 * <p>The task loop that catches it ends without killing its job; what it has not settled is delivered again to its
 * successor.
 */
public class Superseded extends IOException {

    private static final long serialVersionUID = 1;

    public Superseded(String message) {
        super(message);
    }
}
