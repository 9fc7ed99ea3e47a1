package io.sardonyx.port;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Small named documents, replaced whole by compare-and-set. */
public interface Documents {

    /** As {@code seen}: the document must not exist. */
    long ABSENT = -1;

    /** As {@code seen} of a delete: the document is damaged, and {@link #read} of it fails as {@link Unreadable}. */
    long DAMAGED = -2;

    /** A larger body is refused. */
    int MAX_BYTES = 512 * 1024;

    /** The truth at some moment between call and answer; absent ones are left out. */
    CompletionStage<List<Document>> read(Collection<String> names);

    /** The names that begin so; a hint that may lag. */
    CompletionStage<List<String>> names(String prefix);

    /** The new version, or empty when the document is not the one that was seen. */
    CompletionStage<OptionalLong> write(String name, byte[] body, long seen);

    /** Whether the document that was seen is gone now. */
    CompletionStage<Boolean> delete(String name, long seen);

    /** Nudges when a document whose name begins so may have changed. */
    Watch onChange(String prefix, Runnable nudge);
}
