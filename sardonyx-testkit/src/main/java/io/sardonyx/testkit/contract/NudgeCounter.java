package io.sardonyx.testkit.contract;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts how often it was nudged. */
final class NudgeCounter implements Runnable {

    private final AtomicInteger count = new AtomicInteger();

    @Override
    public void run() {
        count.incrementAndGet();
    }

    int count() {
        return count.get();
    }
}
