package io.sardonyx.log;

/** Effect of one entry on a state: the states before and after it. */
public record Change<S>(S before, S after) {

    /**
     * Whether the entry had any effect; one that no longer applies returns the identical state, so identity is
     * compared.
     */
    public boolean happened() {
        return before != after;
    }
}
