package io.sardonyx.task.input;

import io.sardonyx.plugin.Spread;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.TaskName;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Claims of the partitions of an input by leases, as one of its readers sees them: who claims tells it which partitions
 * to read, and it tells when it wants another. Thread-safe.
 */
public interface PartitionClaims {

    /**
     * A partition to read from now on, or null.
     *
     * @param wanted whether the reader would read another one
     */
    @Nullable
    ClaimedProgress next(boolean wanted);

    /** Whether every partition of the input is done, also those of other readers. */
    boolean isExhausted();

    /** Segments skipped in all partitions, once they are exhausted. */
    SortedMap<TaskName, Long> skipped();

    /** Tells the place of the reader among all peers of the input, so that each gets its share. */
    default void follow(int index, int peers) {}

    /** Tells how the input is spread, before anything else. */
    default void spread(Spread spread) {}

    /** Whether this reader is to list the partitions now. */
    default boolean wantsList() {
        return false;
    }

    /** Takes a list that was wanted. */
    default void listed(List<String> partitions) {}

    /** Why the partitions cannot be claimed, which ends the job; null if they can. */
    default @Nullable String failure() {
        return null;
    }

    /** What it waits for, unable to read or write the store, or null. */
    default @Nullable Waiting waiting() {
        return null;
    }

    /** Sets the callback that is run, on any thread, when there may be something for the reader. */
    default void onNews(Runnable nudge) {}

    /** Ends the claims of this reader, which has closed its partitions; what it holds is given back. */
    default void close() {}

    /** The one partition of a copy of a job; null for none. */
    static PartitionClaims of(@Nullable ClaimedProgress only) {
        var offered = new AtomicReference<>(only);
        return new PartitionClaims() {
            @Override
            public @Nullable ClaimedProgress next(boolean wanted) {
                return offered.getAndSet(null);
            }

            @Override
            public boolean isExhausted() {
                return only == null || only.isFinished();
            }

            @Override
            public SortedMap<TaskName, Long> skipped() {
                return only == null ? Collections.emptySortedMap() : only.done().skipped();
            }
        };
    }
}
