package io.sardonyx.plugin;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a plugin whose server, disk or pipe is away for now: an outage, not a failure.
 *
 * <p>The engine closes the instance and opens it again later, from the last position, for as long as the task's
 * {@code patience} lasts. Roots that wait for it neither age nor fail. Anything else that a plugin throws is a failure
 * of its task.
 */
public class Unavailable extends IOException {

    private static final long serialVersionUID = 1;

    /** @param reason what is away, and how one would notice; shown to operators as it is */
    public Unavailable(String reason) {
        super(reason);
    }

    public Unavailable(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }
}
