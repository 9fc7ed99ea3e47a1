package io.sardonyx.log;

import java.util.List;

/**
 * An entry that a group must append because of another one.
 *
 * @param afterBackOff whether to wait for a back-off timer first, so that groups that were turned away do not flood the
 *     log
 */
public record Reaction<S>(Step<S> step, boolean afterBackOff) {

    /** A single reaction to be appended at once. */
    public static <S> List<Reaction<S>> now(Step<S> step) {
        return List.of(new Reaction<>(step, false));
    }

    /** A single reaction to be appended after a back-off. */
    public static <S> List<Reaction<S>> later(Step<S> step) {
        return List.of(new Reaction<>(step, true));
    }
}
