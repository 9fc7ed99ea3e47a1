package io.sardonyx.condition;

/** Bit set of downstream tasks by index. */
final class TargetSet {

    private final long[] words;

    TargetSet(int tasks) {
        words = new long[(tasks + Long.SIZE - 1) / Long.SIZE];
    }

    void add(int index) {
        words[index / Long.SIZE] |= 1L << index;
    }

    void addAll(TargetSet others) {
        for (int i = 0; i < words.length; i++) {
            words[i] |= others.words[i];
        }
    }

    void clear() {
        for (int i = 0; i < words.length; i++) {
            words[i] = 0;
        }
    }

    boolean has(int index) {
        return (words[index / Long.SIZE] & 1L << index) != 0;
    }

    boolean isEmpty() {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }
}
