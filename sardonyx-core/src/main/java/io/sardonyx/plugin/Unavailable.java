package io.sardonyx.plugin;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Exception of a plugin whose external system is unavailable for now: an outage, not a failure.
 *
 * <p>The engine closes the instance and retries to open it, from the last position, for as long as the task's
 * {@code patience} lasts. Roots that wait for it neither time out nor fail. Any other exception of a plugin is a
 * failure of its task.
 */
public class Unavailable extends IOException {

    private static final long serialVersionUID = 1;

    /** @param reason what is unavailable, and how it showed; displayed to operators unchanged */
    public Unavailable(String reason) {
        super(reason);
    }

    public Unavailable(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }
}
