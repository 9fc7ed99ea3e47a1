package io.sardonyx.plugin;

import java.io.IOException;
import java.util.Optional;

/**
 * Output plugin, the sink of a job's segments. An accepted segment is settled once it is durable, that is, would
 * survive a crash of the process; only then is it acknowledged upstream. Delivery is at least once: a segment may come
 * twice, but none is lost.
 *
 * <p>In a job with checkpoints an output that implements {@link #prepare}, {@link #commit} and {@link #abort} publishes
 * each result once; its provider says so ({@link OutputProvider#isTransactional}). At a new fence, after any failure,
 * the instance is closed, and another one is opened for the same {@link TaskContext#writerId()}. Before its first
 * {@link #write} and {@link #settled}, {@link #commit} has been called for every bundle of earlier instances that ever
 * will be, in slot 0 also for those of all other slots: what it still finds prepared then is an orphan, and can be
 * removed. A bundle is prepared when the one before is committed. The same bundle may be committed by two peers at a
 * time.
 */
public interface Output extends AutoCloseable {

    /**
     * Writes segments in order, as many as it can accept right now.
     *
     * @return how many were accepted; the others are offered again later
     * @throws Refused when the first segment can never be written and so none was accepted; a later such segment ends
     *     the call before it
     */
    int write(Object[] segments, int from, int to) throws Exception;

    /**
     * How many of all segments that this instance accepted are durable by now. Called when there is nothing more to
     * write for the moment, and repeatedly while segments are not settled; this is where to flush.
     */
    long settled() throws Exception;

    /**
     * Publishes everything that was settled, by this or any other instance of the same task. Called when the job has no
     * more input, on one peer; after a crash possibly again on another, so it must be idempotent.
     */
    default void seal() throws Exception {}

    /**
     * Makes a bundle of everything accepted since the last call: it survives a crash, and is not visible yet. Called in
     * jobs with checkpoints; after it {@link #settled} must count everything that was accepted.
     *
     * @param checkpoint number of the checkpoint, which grows
     * @return what {@link #commit} needs to know, a text of a few kilobytes at most; empty if there is nothing to
     *     commit, or if the output does not wait with what it shows, so that delivery is at least once
     */
    default Optional<String> prepare(long checkpoint) throws Exception {
        return Optional.empty();
    }

    /**
     * Makes a bundle visible. It may have been prepared by another instance, perhaps in a process that died, and may be
     * committed more than once: one that is not known was committed before.
     */
    default void commit(String bundle) throws Exception {}

    /** Removes a bundle that will never be committed; one that is not known was removed before. */
    default void abort(String bundle) throws Exception {}

    /** Whether its methods may block; then it gets a thread of its own. */
    default boolean blocks() {
        return false;
    }

    /** Releases its resources; segments that are not settled may be lost, since they will be delivered again. */
    @Override
    default void close() throws IOException {}
}
