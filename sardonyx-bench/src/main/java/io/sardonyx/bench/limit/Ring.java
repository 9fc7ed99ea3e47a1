package io.sardonyx.bench.limit;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/** Hands things from one thread to one other. An empty slot says so itself, so the two share no counter. */
final class Ring<T> {

    private static final int SPINS = 200;
    private static final long PARK_NANOS = 20_000;

    private final AtomicReferenceArray<T> slots;
    private final int mask;
    private long written;
    private long read;

    /** @param capacity a power of two */
    Ring(int capacity) {
        slots = new AtomicReferenceArray<>(capacity);
        mask = capacity - 1;
    }

    /** Waits for a slot. */
    void put(T thing) {
        int slot = (int) written++ & mask;
        for (int spins = 0; slots.getAcquire(slot) != null; spins++) {
            pause(spins);
        }
        slots.setRelease(slot, thing);
    }

    /** Waits for a thing. */
    T take() {
        int slot = (int) read++ & mask;
        T thing = slots.getAcquire(slot);
        for (int spins = 0; thing == null; spins++) {
            pause(spins);
            thing = slots.getAcquire(slot);
        }
        slots.setRelease(slot, null);
        return thing;
    }

    private static void pause(int spins) {
        if (spins < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(PARK_NANOS);
        }
    }
}
