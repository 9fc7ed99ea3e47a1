package io.sardonyx.bench.work;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Measures the heap that lives when the input of a trial ends, in trials that are not timed. */
public final class HeapProbe {

    private static final AtomicBoolean ARMED = new AtomicBoolean();
    private static final AtomicLong BEFORE = new AtomicLong();
    private static final AtomicLong USED = new AtomicLong();

    private HeapProbe() {}

    /** The next trial is measured, against what lives now. */
    public static void arm() {
        BEFORE.set(living());
        USED.set(0);
        ARMED.set(true);
    }

    /** The last input of a trial is made. */
    static void inputEnds() {
        if (ARMED.compareAndSet(true, false)) {
            USED.set(Math.max(0, living() - BEFORE.get()));
        }
    }

    /** Bytes that the trial added to the heap. */
    public static long bytes() {
        return USED.get();
    }

    private static long living() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
