package io.sardonyx.plugin;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where segments come from: one or more partitions, each read from its beginning or from a position reached before.
 *
 * <p>What a task has read is read again by its successor unless all that grew from it is done, so reading twice from
 * the same position must give the same segments, or at least no fewer.
 */
public interface Input extends AutoCloseable {

    /**
     * The partitions there are, by name. Asked once for a whole job: the first peer's answer holds for all, and the
     * partition at index i is read by the i-th peer of the task, round and round.
     */
    List<String> partitions() throws Exception;

    /**
     * Opens a partition.
     *
     * @param position what {@link Partition#position} said once; null for the beginning
     */
    Partition open(String partition, @Nullable String position) throws Exception;

    /** Whether its methods may wait for others; then it gets a thread of its own. */
    default boolean blocks() {
        return false;
    }

    @Override
    default void close() throws IOException {}
}
