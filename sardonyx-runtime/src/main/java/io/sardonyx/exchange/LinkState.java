package io.sardonyx.exchange;

import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/**
 * How a link to another process does.
 *
 * @param slow whether it has more to carry than it can
 * @param downNanos for how long it has not been up
 * @param problem why it is not up, if anybody knows
 */
public record LinkState(
        Site to,
        boolean up,
        boolean slow,
        long downNanos,
        @Nullable String problem) {}
