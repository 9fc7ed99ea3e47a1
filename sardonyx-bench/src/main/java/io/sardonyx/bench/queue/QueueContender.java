package io.sardonyx.bench.queue;

/** Whoever does the work over the queues of a broker. */
interface QueueContender extends AutoCloseable {

    /** Does the work, and returns when all has come out. */
    void run(QueueTrial trial, QueueTally tally) throws Exception;

    /** How many messages of the last trial were delivered again. */
    default long redelivered() {
        return 0;
    }

    /** The most messages that it saw in the queues of one task. */
    default long deepest() {
        return 0;
    }

    /** What else is to be told of the last trial, in one word; such as how many messages went into a transaction. */
    default String remark() {
        return "-";
    }

    @Override
    void close();
}
