package io.sardonyx.task.state;

import java.util.concurrent.atomic.AtomicLong;

/** Bound of the heap bytes that the state of all tasks of a process may take together. Thread-safe. */
public final class StateBudget {

    /** Part of the heap that state may take unless something else is said; the rest is for all else. */
    private static final int HEAP_PART = 2;

    private volatile long most;
    private final AtomicLong taken = new AtomicLong();

    private StateBudget(long most) {
        this.most = most;
    }

    /** So many bytes; half of the largest heap that this process may have for 0. */
    public static StateBudget of(long bytes) {
        return new StateBudget(bytes == 0 ? Runtime.getRuntime().maxMemory() / HEAP_PART : bytes);
    }

    /** Half of the largest heap that this process may have. */
    public static StateBudget ofHeap() {
        return of(0);
    }

    /** Sets the bound from now on; nothing happens to what is beyond it until that grows. */
    public void bound(long bytes) {
        most = bytes;
    }

    /** The bound in bytes. */
    long most() {
        return most;
    }

    /** State has grown by so many bytes, or has shrunk; whether all of it is within the bound. */
    boolean take(long more) {
        return taken.addAndGet(more) <= most;
    }
}
