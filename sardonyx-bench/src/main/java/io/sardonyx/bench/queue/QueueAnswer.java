package io.sardonyx.bench.queue;

/**
 * What came out of a trial.
 *
 * @param nanos from the first input to the last result
 * @param wholeNanos from the first input until the contender knew that there was no more
 * @param p50 latency in nanoseconds, for a paced trial
 * @param redelivered messages that came again after a connection was lost, so that results may be there twice
 * @param deepest the most messages that were seen in the queues of one task
 * @param remark one word
 */
record QueueAnswer(
        long count,
        long digest,
        long nanos,
        long wholeNanos,
        long p50,
        long p99,
        long redelivered,
        long deepest,
        String remark) {

    String line() {
        return count + " " + digest + " " + nanos + " " + wholeNanos + " " + p50 + " " + p99 + " " + redelivered + " "
                + deepest + " " + remark;
    }

    static QueueAnswer read(String line) {
        String[] words = line.split(" ", -1);
        return new QueueAnswer(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Long.parseLong(words[6]),
                Long.parseLong(words[7]),
                words[8]);
    }
}
