package io.sardonyx.connect.provider;

import io.sardonyx.node.SegmentQueue;
import io.sardonyx.plugin.Unavailable;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Queue in the memory of this process between tasks and the input {@code queue}. It keeps segments until they are
 * settled, so that a successor of the reader in the same process reads them again.
 */
public final class ProcessQueue implements SegmentQueue {

    private static final String PREFIX = "queue:";

    private final String name;
    /* Part of positions, since those of another process mean nothing here. */
    private final String id = UUID.randomUUID().toString();
    private final @Nullable Object[] segments = new Object[CAPACITY];
    /* Numbers of segments: the first that is not settled, the next to be read, the next to be put. */
    private long unsettled;
    private long next;
    private long end;
    private boolean hasReader;

    public ProcessQueue(String name) {
        this.name = name;
    }

    /** The name under which a process has the queue of this name among its resources. */
    public static String resource(String name) {
        return PREFIX + name;
    }

    @Override
    public synchronized void put(Object segment) throws InterruptedException {
        if (segment == null) {
            throw new IllegalArgumentException("null is no segment");
        }
        while (end - unsettled >= CAPACITY) {
            wait();
        }
        segments[index(end++)] = segment;
    }

    @Override
    public synchronized void awaitSettled() throws InterruptedException {
        for (long all = end; unsettled < all; ) {
            wait();
        }
    }

    private static int index(long number) {
        return (int) (number % CAPACITY);
    }

    /** Begins to read where a former reader's progress ends, or with the first segment that is not settled. */
    synchronized void open(@Nullable String position) throws Unavailable {
        if (hasReader) {
            throw new Unavailable("queue " + name + " is being read by another task of this process");
        }
        hasReader = true;
        settle(position);
        next = unsettled;
    }

    synchronized void close() {
        hasReader = false;
    }

    synchronized int poll(Object[] target) {
        int polled = (int) Math.min(target.length, end - next);
        for (int i = 0; i < polled; i++) {
            target[i] = segments[index(next++)];
        }
        return polled;
    }

    synchronized String position() {
        return id + ":" + next;
    }

    /** Forgets what comes before a position, if it is one of this queue. */
    synchronized void settle(@Nullable String position) {
        if (position == null || !position.startsWith(id + ":")) {
            return;
        }
        long number = Math.min(end, Positions.parse(position.substring(id.length() + 1)));
        for (; unsettled < number; unsettled++) {
            segments[index(unsettled)] = null;
        }
        notifyAll();
    }
}
