package io.sardonyx.worker;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Timer queue of task loops: a binary min-heap by due time, in which each loop is at most once, so that a timer is
 * moved or cancelled in O(log n). Guarded by its own monitor.
 */
final class TimerQueue {

    /** Heap index of a loop that has no timer. */
    static final int NONE = -1;

    private static final int FEWEST = 16;

    private @Nullable TaskSlot[] heap = new TaskSlot[FEWEST];
    private int size;
    /*
     * Hints that are read without the lock: never later than the first due time, once published; a stale one delays a
     * loop until the next look.
     */
    private volatile long nextNanos = Long.MAX_VALUE;
    private volatile boolean empty = true;

    /** Whether a timer may be due; without the lock, for the workers' fast path. */
    boolean isDue(long nowNanos) {
        return !empty && nextNanos - nowNanos <= 0;
    }

    /** Time until the first timer is due in nanoseconds; {@link Long#MAX_VALUE} when there is none. */
    synchronized long leftNanos(long nowNanos) {
        return size == 0 ? Long.MAX_VALUE : Math.max(0, first().dueNanos - nowNanos);
    }

    /** Sets or moves the timer of a loop. */
    synchronized void set(TaskSlot slot, long dueNanos) {
        if (slot.timer == NONE) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, 2 * size);
            }
            slot.dueNanos = dueNanos;
            put(size++, slot);
            up(slot.timer);
        } else {
            slot.dueNanos = dueNanos;
            up(slot.timer);
            down(slot.timer);
        }
        publish();
    }

    /** Cancels the timer of a loop, if it has one. */
    synchronized void remove(TaskSlot slot) {
        if (slot.timer != NONE) {
            take(slot.timer);
            publish();
        }
    }

    /** Removes and returns the first loop whose timer is due; null when there is none. */
    synchronized @Nullable TaskSlot due(long nowNanos) {
        TaskSlot found = null;
        if (size > 0 && first().dueNanos - nowNanos <= 0) {
            found = first();
            take(0);
        }
        publish();
        return found;
    }

    private TaskSlot first() {
        return at(0);
    }

    private TaskSlot at(int index) {
        TaskSlot slot = heap[index];
        if (slot == null) {
            throw new IllegalStateException("nothing at " + index + " of " + size);
        }
        return slot;
    }

    /** Publishes the hints; under the lock. */
    private void publish() {
        if (size > 0) {
            nextNanos = first().dueNanos;
        }
        empty = size == 0;
    }

    private void take(int index) {
        at(index).timer = NONE;
        TaskSlot last = at(--size);
        heap[size] = null;
        if (index < size) {
            put(index, last);
            up(index);
            down(last.timer);
        }
    }

    private void put(int index, TaskSlot slot) {
        heap[index] = slot;
        slot.timer = index;
    }

    private void up(int from) {
        int index = from;
        while (index > 0 && at(index).dueNanos - at((index - 1) / 2).dueNanos < 0) {
            swap(index, (index - 1) / 2);
            index = (index - 1) / 2;
        }
    }

    private void down(int from) {
        int index = from;
        int least = smallest(index);
        while (least != index) {
            swap(index, least);
            index = least;
            least = smallest(index);
        }
    }

    private int smallest(int index) {
        int least = index;
        for (int child = 2 * index + 1; child <= 2 * index + 2 && child < size; child++) {
            least = at(child).dueNanos - at(least).dueNanos < 0 ? child : least;
        }
        return least;
    }

    private void swap(int one, int other) {
        TaskSlot slot = at(one);
        put(one, at(other));
        put(other, slot);
    }
}
