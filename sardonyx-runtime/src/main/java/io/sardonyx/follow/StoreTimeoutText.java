package io.sardonyx.follow;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Error messages for a store that did not answer within a timeout. */
public final class StoreTimeoutText {

    private StoreTimeoutText() {}

    /**
     * A message with the cause, where that is known, and what to do.
     *
     * @param what the caller waited for
     */
    public static String within(Duration atMost, String what, @Nullable Throwable trouble) {
        String late = "the store gave no answer within " + seconds(atMost) + " s while waiting for " + what;
        return trouble == null
                ? late + "; is it running, and is the address right? If many use it at once, wait longer (--timeout)"
                : late + ": " + trouble.getMessage() + "; mend that, or see whether the address is right";
    }

    private static String seconds(Duration time) {
        return new BigDecimal(time.toMillis())
                .movePointLeft(3)
                .stripTrailingZeros()
                .toPlainString();
    }
}
