package io.sardonyx.plugin;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Input plugin, the source of a job's segments: one or more partitions, each read from its beginning or from a saved
 * position.
 *
 * <p>Segments whose descendants are not all acknowledged are read again after a failure, so reading twice from the same
 * position must return the same segments, or at least no fewer.
 */
public interface Input extends AutoCloseable {

    /**
     * Lists the partitions by name. Called once for a whole job: the first peer's result holds for all, and partition i
     * is read by peer i modulo the number of the task's peers.
     */
    List<String> partitions() throws Exception;

    /**
     * Opens a partition.
     *
     * @param position a former result of {@link Partition#position}; null for the beginning
     */
    Partition open(String partition, @Nullable String position) throws Exception;

    /** How its partitions are distributed over nodes that claim them; called by the leader of the nodes. */
    default Spread spread() {
        return Spread.LISTED;
    }

    /** Whether its methods may block; then it gets a thread of its own. */
    default boolean blocks() {
        return false;
    }

    @Override
    default void close() throws IOException {}
}
