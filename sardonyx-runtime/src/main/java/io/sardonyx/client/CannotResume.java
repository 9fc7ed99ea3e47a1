package io.sardonyx.client;

import io.sardonyx.json.BadInput;

/** Thrown when a job cannot be resumed: it is still live, unknown, or its checkpoints are deleted. */
public final class CannotResume extends BadInput {

    private static final long serialVersionUID = 1;

    CannotResume(String message) {
        super(message);
    }
}
