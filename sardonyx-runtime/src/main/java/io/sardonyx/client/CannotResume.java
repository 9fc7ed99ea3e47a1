package io.sardonyx.client;

import io.sardonyx.json.BadInput;

/** A job cannot be resumed: it runs, is unknown, or nothing is left of it. */
public final class CannotResume extends BadInput {

    private static final long serialVersionUID = 1;

    CannotResume(String message) {
        super(message);
    }
}
