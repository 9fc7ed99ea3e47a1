package io.sardonyx.cli.answer;

import io.sardonyx.replica.Replica;
import io.sardonyx.schedule.Finding;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Why something is as it is.
 *
 * @param state in a few words
 * @param because one sentence each
 * @param finding the scheduler's verdict, if it has one
 * @param aspect what of a replica it depends on; the last entry that changed that is where it began
 */
public record Explanation(
        Subject subject,
        String state,
        List<String> because,
        @Nullable Finding finding,
        Function<Replica, Object> aspect) {}
