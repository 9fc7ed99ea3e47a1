package io.sardonyx.table;

import io.sardonyx.serial.KeyGroups;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An immutable set of key groups: those whose keys a peer owns. As text it is {@code 0-1023,2048-3071}. */
public final class KeyGroupSet implements IntPredicate {

    /** All key groups. */
    public static final KeyGroupSet ALL = of(group -> true);

    private static final Pattern COMMA = Pattern.compile(",");

    private final BitSet groups;

    private KeyGroupSet(BitSet groups) {
        this.groups = groups;
    }

    /** The groups that a condition holds for. */
    public static KeyGroupSet of(IntPredicate condition) {
        var groups = new BitSet(KeyGroups.COUNT);
        for (int i = 0; i < KeyGroups.COUNT; i++) {
            groups.set(i, condition.test(i));
        }
        return new KeyGroupSet(groups);
    }

    /**
     * Reads a text.
     *
     * @throws DamagedState if it is none of such a set
     */
    public static KeyGroupSet parse(String text) {
        var groups = new BitSet(KeyGroups.COUNT);
        try {
            for (String span : text.isEmpty() ? new String[0] : COMMA.split(text, -1)) {
                int dash = span.indexOf('-');
                int last = Integer.parseInt(span.substring(dash + 1));
                if (last >= KeyGroups.COUNT) {
                    throw new DamagedState("there is no key group " + last);
                }
                groups.set(Integer.parseInt(span.substring(0, dash)), last + 1);
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new DamagedState("\"" + text + "\" is no set of key groups");
        }
        return new KeyGroupSet(groups);
    }

    @Override
    public boolean test(int group) {
        return groups.get(group);
    }

    /** The groups that are in both sets. */
    public KeyGroupSet and(KeyGroupSet other) {
        var both = (BitSet) groups.clone();
        both.and(other.groups);
        return new KeyGroupSet(both);
    }

    public boolean isEmpty() {
        return groups.isEmpty();
    }

    /** Whether any group of a range of a table is in the set. */
    public boolean hasAnyOfRange(int range) {
        int each = KeyGroups.COUNT / StateTable.RANGES;
        int next = groups.nextSetBit(range * each);
        return next >= 0 && next < (range + 1) * each;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyGroupSet that && groups.equals(that.groups);
    }

    @Override
    public int hashCode() {
        return groups.hashCode();
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int from = groups.nextSetBit(0); from >= 0; ) {
            int end = groups.nextClearBit(from);
            text.append(text.isEmpty() ? "" : ",").append(from).append('-').append(end - 1);
            from = groups.nextSetBit(end);
        }
        return text.toString();
    }
}
