package io.sardonyx.bench.work;

/** W10's inputs: amounts for keys that are drawn evenly from many, and what tells their running sums apart. */
public final class Additions {

    /** Inputs for each key, on average. */
    public static final int PER_KEY = 16;

    private Additions() {}

    /** Number of different keys among so many inputs. */
    public static int keys(long inputs) {
        return Math.toIntExact(Math.max(1, inputs / PER_KEY));
    }

    /** The addition of that number; the heap may be measured before the last one. */
    public static Addition of(long index, long inputs) {
        if (index == inputs - 1) {
            HeapProbe.inputEnds();
        }
        long key = Chance.below(keys(inputs), Chance.of(index));
        return new Addition(key, amount(key));
    }

    /** Always the same for a key, so that its running sums do not depend on the order. */
    static long amount(long key) {
        return 1 + (key & 0xFF);
    }

    public static long key(Addition addition) {
        return addition.key;
    }

    /** Of a running sum; a sum of one more is quite another number. */
    public static long digest(Addition sum) {
        return Running.digest(sum.key, sum.amount);
    }
}
