package io.sardonyx.bench.queue;

import io.sardonyx.bench.work.Tally;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What came out of the last task, how late, and when the last of it did: what an engine does to find out that there is
 * no more is not part of a rate. Thread-safe.
 */
public final class QueueTally {

    private final QueueTrial trial;
    private final AtomicLong began = new AtomicLong();
    private final Tally tally = new Tally();
    private long lastNanos;

    QueueTally(QueueTrial trial) {
        this.trial = trial;
    }

    /** A source is about to make its first input; the first one starts the clock. */
    void begin() {
        began.compareAndSet(0, System.nanoTime());
    }

    synchronized void add(Object[] segments, int from, int to) {
        long now = System.nanoTime();
        for (int i = from; i < to; i++) {
            EventRecord event = (EventRecord) segments[i];
            tally.add(event.digest());
            if (trial.perSecond() > 0 && event.id() >= trial.firstRecorded()) {
                tally.latencies().add(now - event.due());
            }
        }
        lastNanos = now;
        if (trial.pauseNanos() > 0) {
            LockSupport.parkNanos(trial.pauseNanos());
        }
    }

    /** From the first input to the last result. */
    synchronized long nanos() {
        return lastNanos - began.get();
    }

    long nanosUntil(long end) {
        return end - began.get();
    }

    synchronized Tally tally() {
        return tally;
    }
}
