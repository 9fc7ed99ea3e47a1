package io.sardonyx.port;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Append-only log with a total order of entries; positions are dense and begin at 0. */
public interface Log {

    /** Largest entry; every store refuses larger ones. */
    int MAX_ENTRY_BYTES = 512 * 1024;

    /**
     * Appends entries in order of calls, and returns the position of the first. After a failure a prefix may have been
     * appended, so the caller must read to the end before it retries.
     */
    CompletionStage<Long> append(List<byte[]> entries);

    /**
     * Reads at most {@code limit} contiguous entries from a position on; empty at the end, or {@link Slice#TRIMMED}.
     */
    CompletionStage<Slice> read(long from, int limit);

    /** The latest snapshot, if there is one. */
    CompletionStage<Optional<Origin>> origin();

    /** Stores a snapshot and then trims entries well before it; false when a newer snapshot exists. */
    CompletionStage<Boolean> rebase(Origin origin);

    /** Watches for appends: runs the callback, possibly late or too often, when there may be new entries. */
    Watch onAppend(Runnable nudge);
}
