package io.sardonyx.flow;

/** Result of an operation on an {@link AckLedger}. */
public enum AckOutcome {

    /** The root is open; some descendant of it is in flight. */
    PENDING,

    /** All descendants of the root are acknowledged; it is removed from the ledger. */
    COMPLETED,

    /** No such root is open: it was completed, expired or abandoned before. Counted, without any other effect. */
    UNKNOWN,

    /** There is no room for another root: retry when some are completed, and read no more input until then. */
    FULL
}
