package io.sardonyx.plugin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a flow-condition predicate that looks at more than the segment: input, results and exception of a
 * function call.
 *
 * @param input the function's argument
 * @param output the result to route, or null when the function threw
 * @param outputs all results for this input
 * @param exception what the function threw, or null
 */
public record Passage(
        Object input,
        @Nullable Object output,
        List<?> outputs,
        @Nullable Exception exception) {}
