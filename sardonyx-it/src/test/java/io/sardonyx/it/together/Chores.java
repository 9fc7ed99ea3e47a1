package io.sardonyx.it.together;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Functions of the jobs that a company does; public, since jobs name them. */
public final class Chores {

    static final int BAD_EVERY = 100;

    private static final int TOO_MANY_BYTES = 2_000_000;
    private static final Set<Long> TRIED = ConcurrentHashMap.newKeySet();

    private Chores() {}

    private static boolean isBad(long number) {
        return number % BAD_EVERY == 7;
    }

    /** A record travels because the signature names it. */
    public record Parcel(long number, String text, Map<String, Long> more) {}

    public static Parcel packed(long number) {
        return new Parcel(number, "number " + number, Map.of("half", number / 2));
    }

    public static long tens(Parcel parcel) {
        return parcel.number() / 10;
    }

    public static long unpacked(Parcel parcel) {
        return parcel.number();
    }

    public static long same(long number) {
        return number;
    }

    public static long throwing(long number) {
        if (isBad(number)) {
            throw new IllegalArgumentException("no " + number);
        }
        return number;
    }

    /** Fails for each of the bad ones once. */
    public static long hesitating(long number) {
        if (isBad(number) && TRIED.add(number)) {
            throw new IllegalStateException("not yet " + number);
        }
        return number;
    }

    /** For the bad ones something that no codec knows. */
    public static Object strange(long number) {
        return isBad(number) ? Thread.currentThread().getThreadGroup() : number;
    }

    public static Object large(long number) {
        return isBad(number) ? "x".repeat(TOO_MANY_BYTES) : number;
    }
}
