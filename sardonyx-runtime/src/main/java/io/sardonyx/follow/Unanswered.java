package io.sardonyx.follow;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What to say of a store that did not answer in time. */
public final class Unanswered {

    private Unanswered() {}

    /** A sentence with what is in the way, where that is known, and what to do. */
    public static String within(Duration atMost, @Nullable Throwable trouble) {
        String late = "the store gave no answer within " + atMost.toSeconds() + " s";
        return trouble == null
                ? late + "; is it running, and is the address right?"
                : late + ": " + trouble.getMessage() + "; mend that, or see whether the address is right";
    }
}
