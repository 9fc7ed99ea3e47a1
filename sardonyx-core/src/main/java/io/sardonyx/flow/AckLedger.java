package io.sardonyx.flow;

import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * Registry of the pending roots of one input, for acknowledgement by xor: for each root the xor of all values sent and
 * received so far, which is zero exactly when no descendant of the root is in flight.
 *
 * <p>The input opens a root, with the xor of the values it is about to send, <em>before</em> it sends the first of
 * them; an ack of a root that is not open is counted and dropped. So a completed, expired or abandoned root cannot be
 * reopened, and a stray ack takes no memory. Each attempt of a root needs an id that was never used before.
 *
 * <p>All memory is allocated at construction. A full ledger refuses the next root and never drops one (back-pressure).
 * Not thread-safe: confined to the task loop of its input.
 */
public final class AckLedger {

    private static final int MAX_CAPACITY = 1 << 27;
    private static final int NONE = -1;

    /*
     * Linear probing at half load. The id of slot i is cells[2i], its xor cells[2i + 1]: one cache line per ack. An
     * open root never has the xor zero, so zero marks an empty slot and any long may be an id.
     */
    private final long[] cells;
    /*
     * Doubly linked list of open roots in order of opening or renewal. All have the same timeout, so it is also in
     * order of expiry.
     */
    private final int[] older;
    private final int[] newer;
    /** Value of {@link #ticks} when the root was opened or renewed. */
    private final long[] openedAfterTick;

    private final int mask;
    private final int capacity;
    private final int buckets;

    private int oldest = NONE;
    private int newest = NONE;
    private int size;
    /** Number of ticks so far: the clock of the timeouts. */
    private long ticks;
    /** Acks for roots that were not open. */
    private long unknownAcks;

    /**
     * @param capacity how many roots may be open at once
     * @param buckets how many ticks a root may stay open: one opened before tick k expires at tick k + buckets - 1
     */
    public AckLedger(int capacity, int buckets) {
        if (capacity < 1 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException("a ledger holds 1 to " + MAX_CAPACITY + " roots, not " + capacity);
        }
        if (buckets < 1) {
            throw new IllegalArgumentException("a root stays open for at least 1 tick, not " + buckets);
        }
        int slots = Integer.highestOneBit(capacity) << 2;
        this.cells = new long[2 * slots];
        this.older = new int[slots];
        this.newer = new int[slots];
        this.openedAfterTick = new long[slots];
        this.mask = slots - 1;
        this.capacity = capacity;
        this.buckets = buckets;
    }

    /**
     * How many ticks of {@code interval} a root stays open; the timeout must be a multiple of the interval, or it would
     * not be kept exactly.
     */
    public static int buckets(long pendingTimeoutMillis, long intervalMillis) {
        if (intervalMillis < 1 || pendingTimeoutMillis < intervalMillis || pendingTimeoutMillis % intervalMillis != 0) {
            throw new IllegalArgumentException("the timeout of " + pendingTimeoutMillis
                    + " ms must be a positive multiple of the interval of " + intervalMillis + " ms");
        }
        return Math.toIntExact(pendingTimeoutMillis / intervalMillis);
    }

    /**
     * Opens a root that sends frames whose values xor to {@code given}.
     *
     * @return {@code PENDING}; {@code COMPLETED} at once when nothing is sent; {@code FULL} when there is no room
     * @throws IllegalArgumentException when the id is open already, which only a bug can cause
     */
    public AckOutcome open(long root, long given) {
        int slot = slotOf(root);
        if (value(slot) != 0) {
            throw new IllegalArgumentException(
                    "root " + root + " is open already; each attempt needs an id of its own");
        }
        if (given == 0) {
            return AckOutcome.COMPLETED;
        }
        if (size == capacity) {
            return AckOutcome.FULL;
        }
        put(slot, root, given);
        openedAfterTick[slot] = ticks;
        append(slot);
        size++;
        return AckOutcome.PENDING;
    }

    /**
     * Xors the values that a task received and sent into the root: {@code PENDING}, {@code COMPLETED} or
     * {@code UNKNOWN}.
     */
    public AckOutcome ack(long root, long takenAndGiven) {
        int slot = slotOf(root);
        long before = value(slot);
        if (before == 0) {
            unknownAcks++;
            return AckOutcome.UNKNOWN;
        }
        if (before == takenAndGiven) {
            remove(slot);
            return AckOutcome.COMPLETED;
        }
        cells[2 * slot + 1] = before ^ takenAndGiven;
        return AckOutcome.PENDING;
    }

    /**
     * Advances the clock by one interval. Roots that have timed out are removed and passed to {@code expired}, oldest
     * first; it may open their next attempts at once.
     *
     * @param mayExpire called for each of them; one that may not expire is renewed
     * @return how many expired
     */
    public int tick(LongPredicate mayExpire, LongConsumer expired) {
        ticks++;
        int count = 0;
        while (oldest != NONE && ticks - openedAfterTick[oldest] >= buckets) {
            if (mayExpire.test(id(oldest))) {
                expired.accept(removeOldest());
                count++;
            } else {
                renew(id(oldest));
            }
        }
        return count;
    }

    /** Restarts the timeout of an open root, because some task is still working on it. */
    public void renew(long root) {
        int slot = slotOf(root);
        if (value(slot) != 0) {
            unlink(slot);
            openedAfterTick[slot] = ticks;
            append(slot);
        }
    }

    /**
     * The root that was opened or renewed longest ago.
     *
     * @throws IllegalStateException when none is open
     */
    public long oldest() {
        if (oldest == NONE) {
            throw new IllegalStateException("no root is open");
        }
        return id(oldest);
    }

    /**
     * Removes all open roots and passes them to the consumer, oldest first, as a change of assignments requires; it may
     * open their next attempts at once.
     *
     * @return how many were abandoned
     */
    public int abandonAll(LongConsumer abandoned) {
        int count = size;
        for (int i = 0; i < count; i++) {
            abandoned.accept(removeOldest());
        }
        return count;
    }

    /**
     * Removes one root, because its input knows that it failed; returns whether it was open. Late acks for it will be
     * unknown.
     */
    public boolean abandon(long root) {
        int slot = slotOf(root);
        if (value(slot) == 0) {
            return false;
        }
        remove(slot);
        return true;
    }

    /** The current xor of an open root, or zero when it is not open. */
    public long pending(long root) {
        return value(slotOf(root));
    }

    public int size() {
        return size;
    }

    public int capacity() {
        return capacity;
    }

    /** How many acks came for roots that were not open, since construction. */
    public long unknownAcks() {
        return unknownAcks;
    }

    private long id(int slot) {
        return cells[2 * slot];
    }

    private long value(int slot) {
        return cells[2 * slot + 1];
    }

    private void put(int slot, long root, long value) {
        cells[2 * slot] = root;
        cells[2 * slot + 1] = value;
    }

    /** The slot of the root, or the empty slot where it would be inserted; at half load there always is one. */
    private int slotOf(long root) {
        int slot = home(root);
        while (value(slot) != 0 && id(slot) != root) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /*
     * Ids are mostly counted up: then neighbours in time are neighbours here and share cache lines, with a gap between
     * any two of them, so that no run grows long. Those drawn at random are spread anyhow.
     */
    private int home(long root) {
        return (int) (root ^ root >>> 32) << 1 & mask;
    }

    private long removeOldest() {
        long root = id(oldest);
        remove(oldest);
        return root;
    }

    /* Backward-shift deletion: later entries of the run are moved into the gap, so no tombstones accumulate. */
    private void remove(int slot) {
        unlink(slot);
        size--;
        int gap = slot;
        for (int at = slot + 1 & mask; value(at) != 0; at = at + 1 & mask) {
            int distanceFromHome = at - home(id(at)) & mask;
            if (distanceFromHome >= (at - gap & mask)) {
                move(at, gap);
                gap = at;
            }
        }
        put(gap, 0, 0);
    }

    private void move(int from, int to) {
        put(to, id(from), value(from));
        openedAfterTick[to] = openedAfterTick[from];
        older[to] = older[from];
        newer[to] = newer[from];
        link(older[to], to);
        link(to, newer[to]);
    }

    private void append(int slot) {
        link(newest, slot);
        link(slot, NONE);
    }

    private void unlink(int slot) {
        link(older[slot], newer[slot]);
    }

    /* Links two slots as neighbours in the list; NONE stands for either end. */
    private void link(int before, int after) {
        if (before == NONE) {
            oldest = after;
        } else {
            newer[before] = after;
        }
        if (after == NONE) {
            newest = before;
        } else {
            older[after] = before;
        }
    }
}
