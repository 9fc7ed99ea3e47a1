package io.sardonyx.report;

import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of the state of the link from one process to another, for reports.
 *
 * @param slow whether it is full, with more to send than it takes
 * @param downMillis for how long it has been down
 * @param problem why it is down, if known
 */
public record LinkState(
        Site from,
        Site to,
        boolean up,
        boolean slow,
        long downMillis,
        @Nullable String problem) {

    /** Description of the problem for users, or null if there is none. */
    public @Nullable String trouble() {
        if (up) {
            return slow
                    ? "the link from " + from + " to " + to + " is slow: there is more to send than it can take"
                    : null;
        }
        return "the link from " + from + " to " + to + " has been down for " + downMillis / 1_000 + " s"
                + (problem == null ? "" : ": " + problem);
    }
}
