package io.sardonyx.channel;

import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/**
 * How the link from one process to another does.
 *
 * @param slow whether it has more to carry than it can
 * @param downMillis for how long it has not been up
 * @param problem why it is not up, if anybody knows
 */
public record LinkState(
        Site from,
        Site to,
        boolean up,
        boolean slow,
        long downMillis,
        @Nullable String problem) {

    /** What is wrong with it, in words, or null. */
    public @Nullable String trouble() {
        if (up) {
            return slow ? "the link from " + from + " to " + to + " is slow: there is more to carry than it can" : null;
        }
        return "the link from " + from + " to " + to + " has been down for " + downMillis / 1_000 + " s"
                + (problem == null ? "" : ": " + problem);
    }
}
