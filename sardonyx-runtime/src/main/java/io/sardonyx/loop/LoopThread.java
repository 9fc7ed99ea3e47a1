package io.sardonyx.group;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives a group turns on a thread of its own until it is over.
 *
 * <p>While there is nothing to do it waits, at most {@value #LONGEST_PAUSE_MILLIS} milliseconds at a time, so an idle
 * process costs next to nothing. An exception out of a turn is a bug or an entry that must not be applied: it ends the
 * thread and is kept for whoever asks.
 */
public final class GroupThread implements AutoCloseable {

    private static final int LONGEST_PAUSE_MILLIS = 20;

    private final PeerGroup group;
    private final Consumer<PeerGroup> observer;
    private final Thread thread;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean leaving;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    /**
     * Starts giving turns.
     *
     * @param observer called on the group's thread after every turn in which something happened
     */
    public GroupThread(PeerGroup group, Consumer<PeerGroup> observer) {
        this.group = group;
        this.observer = observer;
        this.thread = new Thread(this::run, "sardonyx-group");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            turns();
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            group.close();
            over.countDown();
        }
    }

    private void turns() {
        boolean asked = false;
        long pauseMillis = 1;
        while (!closed && group.end() == null) {
            if (leaving && !asked) {
                asked = true;
                group.leave();
            }
            if (group.turn(System.nanoTime())) {
                observer.accept(group);
                pauseMillis = 1;
            } else {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
                pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, pauseMillis * 2);
            }
        }
    }

    /** Waits until the group is over; whether it is. */
    public boolean await(Duration atMost) throws InterruptedException {
        return over.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** What ended the thread although nobody wanted it to, or null. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Leaves the cluster by an entry; {@link #await} tells when that is done. */
    public void leave() {
        leaving = true;
        LockSupport.unpark(thread);
    }

    /** Stops at once, without a word to the cluster. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
