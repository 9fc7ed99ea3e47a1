package io.sardonyx.port;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** One total order of entries; positions are dense and begin at 0. */
public interface Log {

    /** A larger entry is refused, by every store alike. */
    int MAX_ENTRY_BYTES = 512 * 1024;

    /**
     * Appends in order of calls; the answer is the position of the first. After a failure a prefix may have survived,
     * so the caller reads to the end before it tries again.
     */
    CompletionStage<Long> append(List<byte[]> entries);

    /** Contiguous entries from a position on, at most so many; none at the end; or that the position is trimmed. */
    CompletionStage<Slice> read(long from, int limit);

    /** The newest snapshot to start from. */
    CompletionStage<Optional<Origin>> origin();

    /** Stores a snapshot and then trims entries well before it; false when a newer one exists. */
    CompletionStage<Boolean> rebase(Origin origin);

    /** Nudges, maybe late, maybe too often, when there may be something new to read. */
    Watch onAppend(Runnable nudge);
}
