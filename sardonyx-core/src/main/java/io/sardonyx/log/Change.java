package io.sardonyx.log;

/** What one entry did to a state. */
public record Change<S>(S before, S after) {

    /** Whether the entry applied at all; a refused one leaves the very same state. */
    public boolean happened() {
        return before != after;
    }
}
