package io.sardonyx.node;

/**
 * Bounded queue in the memory of a node, by which a task hands segments to a job that reads
 * {@code Inputs.queue("name")} there.
 *
 * <pre>{@code
 * SegmentQueue queue = Nodes.queue("lines");
 * for (String line : lines) {
 *     queue.put(line);
 * }
 * queue.awaitSettled(); // now the file may be marked as done
 * }</pre>
 *
 * <p>What is in it dies with the process. A task that returns only after {@link #awaitSettled} loses nothing by that:
 * another node runs it again. For any thread.
 */
public interface SegmentQueue {

    /** Segments that wait or are not settled yet, at most; {@link #put} waits for room beyond that. */
    int CAPACITY = 10_000;

    /** Adds a segment, and waits while the queue is full: also for as long as no job reads it in this process. */
    void put(Object segment) throws InterruptedException;

    /** Waits until all that was put before is processed by the job, and its progress is stored. */
    void awaitSettled() throws InterruptedException;
}
