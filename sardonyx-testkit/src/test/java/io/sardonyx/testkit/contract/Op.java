package io.sardonyx.testkit.contract;

/** What a {@link RemoteStore} asks of its {@link Servant}. */
enum Op {
    OPEN,
    CLOSE,
    APPEND,
    READ,
    ORIGIN,
    REBASE,
    ON_APPEND,
    DOCUMENTS,
    NAMES,
    WRITE,
    DELETE,
    ON_CHANGE,
    CLAIM,
    IS_HELD,
    ON_FREE,
    STANDING,
    ON_STANDING,
    END_LEASE,
    END_WATCH,
    BLOB_WRITE,
    BLOB_READ,
    BLOB_NAMES,
    BLOB_DELETE
}
