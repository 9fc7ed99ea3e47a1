package io.sardonyx.flow;

/** What a message to an {@link AckLedger} led to. */
public enum AckOutcome {

    /** The root is open; something that grew from it is not done yet. */
    PENDING,

    /** All that grew from the root is done; the ledger has forgotten it. */
    COMPLETED,

    /** No such root is open: it is completed, expired or abandoned already. Counted, and without any effect. */
    UNKNOWN,

    /** There is no room for another root: try again when some are done, and meanwhile read no more input. */
    FULL
}
