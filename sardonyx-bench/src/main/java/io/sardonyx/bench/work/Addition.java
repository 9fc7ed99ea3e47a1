package io.sardonyx.bench.work;

/**
 * W10's input, an amount for a key; and its output, the running sum of the key.
 *
 * <p>Open fields for the reason that {@link Event} has.
 */
public final class Addition {

    public long key;
    public long amount;

    public Addition() {}

    public Addition(long key, long amount) {
        this.key = key;
        this.amount = amount;
    }
}
