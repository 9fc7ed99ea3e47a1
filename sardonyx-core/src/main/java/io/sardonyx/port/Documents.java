package io.sardonyx.port;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Store of small named documents with optimistic concurrency: replaced as a whole by compare-and-set on the version.
 */
public interface Documents {

    /** Value of {@code seen} for a document that must not exist. */
    long ABSENT = -1;

    /**
     * Value of {@code seen} in a delete of a damaged document, for which {@link #read} fails with {@link Unreadable}.
     */
    long DAMAGED = -2;

    /** Largest body; larger ones are refused. */
    int MAX_BYTES = 512 * 1024;

    /** Reads documents, each as it was at some moment between call and reply; absent ones are left out. */
    CompletionStage<List<Document>> read(Collection<String> names);

    /** The names with that prefix; may be stale. */
    CompletionStage<List<String>> names(String prefix);

    /** Writes a document if its version is {@code seen}: returns the new version, or empty on conflict. */
    CompletionStage<OptionalLong> write(String name, byte[] body, long seen);

    /** Deletes a document if its version is {@code seen}; returns whether it did. */
    CompletionStage<Boolean> delete(String name, long seen);

    /** Watches all documents with that prefix: runs the callback when one may have changed. */
    Watch onChange(String prefix, Runnable nudge);
}
