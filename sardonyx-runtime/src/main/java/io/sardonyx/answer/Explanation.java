package io.sardonyx.answer;

import io.sardonyx.log.Change;
import io.sardonyx.replica.Replica;
import io.sardonyx.schedule.Finding;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An explanation of a subject's state.
 *
 * @param state in a few words
 * @param because the reasons, one sentence each
 * @param finding the scheduler's finding, if any
 * @param aspect projection of a replica that the state depends on; the last entry that changed it is the cause
 */
public record Explanation(
        Subject subject,
        String state,
        List<String> because,
        @Nullable Finding finding,
        Function<Replica, Object> aspect) {

    /** Whether a change of the replica is one of what is explained. */
    public boolean isChangedBy(Change<Replica> change) {
        return change.happened() && !Objects.equals(aspect.apply(change.before()), aspect.apply(change.after()));
    }
}
