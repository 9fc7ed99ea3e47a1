package io.sardonyx.bench.work;

/** Numbers that look random and are the same for the same seed, without a state that threads would share. */
final class Chance {

    private static final long ODD = 0xD1342543DE82EF95L;

    private Chance() {}

    static long of(long seed) {
        long mixed = (seed ^ seed >>> 31) * ODD;
        mixed = (mixed ^ mixed >>> 29) * ODD;
        return mixed ^ mixed >>> 32;
    }

    /** From zero to below the bound, nearly even. */
    static int below(int bound, long chance) {
        return (int) ((chance >>> 33) * bound >>> 31);
    }
}
