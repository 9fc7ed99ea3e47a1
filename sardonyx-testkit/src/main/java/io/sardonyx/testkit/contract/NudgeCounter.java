package io.sardonyx.testkit.contract;

import java.util.concurrent.atomic.AtomicInteger;

/** Watch callback that counts its calls; thread-safe. */
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
