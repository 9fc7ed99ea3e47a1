package io.sardonyx.content;

import io.sardonyx.json.BadInput;
import java.util.Base64;
import java.util.BitSet;

/**
 * Text encoding of sets of list indexes: {@code 0-9,12,20-40/2} are 0 to 9, 12, and every second one from 20 to 40.
 *
 * <p>Readers share a partition list round-robin and process it from its beginning, so what one of them has done is
 * every n-th index up to some, but for the few it has open. A set with more gaps than that is written as a Base64 bit
 * set, which bounds the text to about 4/3 bits per index.
 */
final class IndexRanges {

    private static final String BITS = "bits:";
    private static final int BITS_OF_CHARACTER = 6;

    private IndexRanges() {}

    static String text(BitSet set) {
        int mostLength = BITS.length() + set.length() / BITS_OF_CHARACTER + 4;
        var text = new StringBuilder();
        for (int from = set.nextSetBit(0); from >= 0; ) {
            int step = Math.max(1, set.nextSetBit(from + 1) - from);
            int to = from;
            while (set.nextSetBit(to + 1) == to + step) {
                to += step;
            }
            text.append(text.isEmpty() ? "" : ",").append(from);
            if (to > from) {
                text.append('-').append(to).append(step == 1 ? "" : "/" + step);
            }
            if (text.length() > mostLength) {
                return BITS + Base64.getEncoder().withoutPadding().encodeToString(set.toByteArray());
            }
            from = set.nextSetBit(to + 1);
        }
        return text.toString();
    }

    /**
     * Decodes what {@link #text} encoded.
     *
     * @throws BadInput for anything else
     */
    static BitSet read(String text) {
        try {
            if (text.startsWith(BITS)) {
                return BitSet.valueOf(Base64.getDecoder().decode(text.substring(BITS.length())));
            }
            var set = new BitSet();
            for (String range : text.isEmpty() ? new String[0] : text.split(",", -1)) {
                add(set, range);
            }
            return set;
        } catch (IllegalArgumentException e) {
            throw new BadInput("these are no ranges of indexes: " + e.getMessage());
        }
    }

    private static void add(BitSet set, String range) {
        int dash = range.indexOf('-');
        int slash = range.indexOf('/');
        int from = index(range.substring(0, dash < 0 ? range.length() : dash));
        int to = dash < 0 ? from : index(range.substring(dash + 1, slash < 0 ? range.length() : slash));
        int step = slash < 0 ? 1 : index(range.substring(slash + 1));
        if (to < from || step == 0) {
            throw new IllegalArgumentException(range);
        }
        for (int i = from; i <= to; i += step) {
            set.set(i);
        }
    }

    private static int index(String digits) {
        int index = Integer.parseInt(digits);
        if (index < 0 || index >= PartitionList.MOST_PARTITIONS) {
            throw new IllegalArgumentException(digits);
        }
        return index;
    }
}
