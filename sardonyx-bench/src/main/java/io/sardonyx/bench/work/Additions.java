package io.sardonyx.bench.work;

/**
 * Inputs of W10 and W11: amounts for keys that are drawn evenly from many, and what tells their sums apart. Those of
 * W11 begin with each key once, as fast as they are taken; the others become due at an even pace.
 */
public final class Additions {

    /** Inputs for each key, on average. */
    public static final int PER_KEY = 16;

    /** How many inputs of W11 become due each second, once each key was there: no engine is busy with that. */
    public static final long PACED_PER_SECOND = 150_000;

    private static final long PACED = 30 * PACED_PER_SECOND;

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

    /** So many inputs has W11 with so many keys. */
    public static long filling(long keys) {
        return keys + PACED;
    }

    /** Number of different keys among so many inputs of W11, each of which is among the first as many. */
    public static int filled(long inputs) {
        return Math.toIntExact(inputs - PACED);
    }

    /** The addition of that number in W11. */
    public static Addition filling(long index, int keys) {
        long key = index < keys ? index : Chance.below(keys, Chance.of(index));
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
