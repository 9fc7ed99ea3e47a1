package io.sardonyx.plugin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A segment on its way behind a task, for flow conditions that look at more than the segment alone.
 *
 * @param input what the task's function was given
 * @param output what it gave, or null when it threw
 * @param outputs all that it gave for this input
 * @param exception what it threw, or null
 */
public record Passage(
        Object input,
        @Nullable Object output,
        List<?> outputs,
        @Nullable Exception exception) {}
