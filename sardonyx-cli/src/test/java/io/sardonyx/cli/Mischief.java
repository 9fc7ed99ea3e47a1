package io.sardonyx.cli;

import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Param;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Functions as one would rather not have them; public, since jobs name them. */
public final class Mischief {

    private Mischief() {}

    /** Cannot stand the number 7. */
    public static long picky(long number) {
        if (number == 7) {
            throw new IllegalStateException("seven is too much");
        }
        return number;
    }

    public static @Nullable Long nothing(long number) {
        return number == 7 ? null : Long.valueOf(number);
    }

    /** Says nothing of its type. */
    public static Object anything(Object segment) {
        return segment;
    }

    public static String text(Object segment) {
        return segment.toString();
    }

    /** A segment with an accessor. */
    public record Sale(String shop) {}

    public static Sale sold(long number) {
        return new Sale("shop " + number % 2);
    }

    /** Never returns, and does not listen. */
    public static long endless(long number) {
        while (true) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.onSpinWait();
            }
        }
    }

    /** Remembers nothing, but might. */
    public static Lifecycle counting() {
        return new Lifecycle() {};
    }

    public static long plus(long number, @Param("addend") long addend) {
        return number + addend;
    }
}
