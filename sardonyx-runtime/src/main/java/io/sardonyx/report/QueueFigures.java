package io.sardonyx.report;

/**
 * Counters of the queues that a task of a queued job reads; {@link #NONE} for tasks of direct jobs.
 *
 * @param depth messages in these queues, those that are processed included
 * @param commits transactions so far
 * @param redelivered messages that came again, because a transaction did not take place
 * @param retried runs that failed and were given back to their queue
 */
public record QueueFigures(long depth, long commits, long redelivered, long retried) {

    public static final QueueFigures NONE = new QueueFigures(0, 0, 0, 0);

    public QueueFigures plus(QueueFigures other) {
        return new QueueFigures(
                depth + other.depth, commits + other.commits, redelivered + other.redelivered, retried + other.retried);
    }

    /** The same without the depth, for a peer that does not read the queues any more. */
    public QueueFigures ended() {
        return new QueueFigures(0, commits, redelivered, retried);
    }
}
