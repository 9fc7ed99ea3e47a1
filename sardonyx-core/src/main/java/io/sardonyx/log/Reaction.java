package io.sardonyx.log;

import java.util.List;

/**
 * An entry that somebody owes the log because of another one.
 *
 * @param afterBackOff whether to wait a while first, by timer, so that those who were turned away do not storm the log
 */
public record Reaction<S>(Step<S> step, boolean afterBackOff) {

    /** The reactions of a single entry to be appended at once. */
    public static <S> List<Reaction<S>> now(Step<S> step) {
        return List.of(new Reaction<>(step, false));
    }

    /** The reactions of a single entry to be appended when the back-off is over. */
    public static <S> List<Reaction<S>> later(Step<S> step) {
        return List.of(new Reaction<>(step, true));
    }
}
