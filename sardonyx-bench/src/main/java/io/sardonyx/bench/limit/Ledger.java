package io.sardonyx.bench.limit;

/** Which batches are still on their way, by the XOR of the ids of all that was made of them. */
final class Ledger {

    private static final int OPEN = 4096;

    private final long[] sums = new long[OPEN];
    private long completed;

    /** One id begun or done with; a batch of which each id was seen twice is complete. */
    void mark(long batch, long ids) {
        int slot = (int) batch & OPEN - 1;
        sums[slot] ^= ids;
        if (sums[slot] == 0) {
            completed++;
        }
    }

    long completed() {
        return completed;
    }
}
