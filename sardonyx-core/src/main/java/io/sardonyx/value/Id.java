package io.sardonyx.value;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Base class of ids, with a total order that is the same in every process.
 *
 * <p>Two UUIDs order as {@link java.util.UUID#compareTo} does (signed halves, as the recorded histories expect), two
 * other names as strings, and a UUID comes before any other name, so the order is total even in a mixed cluster.
 */
public abstract sealed class Id<T extends Id<T>> implements Comparable<T> permits GroupId, JobId, PeerId, TaskName {

    /** Longest id in characters; longer ones are refused, so that one id cannot flood log entries or displays. */
    public static final int MAX_LENGTH = 200;

    private static final int UUID_LENGTH = 36;

    private final String text;
    private final boolean uuid;
    /** The high 64 bits of a UUID; 0 for other names. */
    private final long high;
    /** The low 64 bits of a UUID; 0 for other names. */
    private final long low;

    Id(String text) {
        this.text = checked(text);
        this.uuid = isUuid(text);
        this.high = uuid ? hex(text, 0, 18) : 0;
        this.low = uuid ? hex(text, 19, UUID_LENGTH) : 0;
    }

    private static String checked(String text) {
        Objects.requireNonNull(text, "id");
        if (text.isBlank() || text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "an id has 1 to " + MAX_LENGTH + " characters that are not all blank, not " + text.length());
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new IllegalArgumentException("an id has no control characters, but one is at index " + i);
            }
        }
        return text;
    }

    private static boolean isUuid(String text) {
        if (text.length() != UUID_LENGTH) {
            return false;
        }
        for (int i = 0; i < UUID_LENGTH; i++) {
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            char c = text.charAt(i);
            if (dash ? c != '-' : c > 'f' || Character.digit(c, 16) < 0) {
                return false;
            }
        }
        return true;
    }

    private static long hex(String text, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != '-') {
                value = value << 4 | Character.digit(text.charAt(i), 16);
            }
        }
        return value;
    }

    public final String text() {
        return text;
    }

    @Override
    public final int compareTo(T other) {
        return order(other);
    }

    private int order(Id<?> that) {
        if (this == that) {
            return 0;
        }
        if (uuid && that.uuid) {
            int order = high != that.high ? Long.compare(high, that.high) : Long.compare(low, that.low);
            return order != 0 ? order : text.compareTo(that.text);
        }
        return uuid != that.uuid ? (uuid ? -1 : 1) : text.compareTo(that.text);
    }

    /**
     * A number whose order is consistent with that of the ids, though different ids may have the same; for fast search.
     */
    public final long prefix() {
        return uuid ? high : Long.MAX_VALUE;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Id<?> id
                        && high == id.high
                        && low == id.low
                        && getClass() == id.getClass()
                        && text.equals(id.text);
    }

    @Override
    public final int hashCode() {
        return text.hashCode();
    }

    @Override
    public final String toString() {
        return text;
    }
}
