package io.sardonyx.loop;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives a loop turns on a thread of its own until it is over.
 *
 * <p>While there is nothing to do it waits for letters, at most {@value #LONGEST_PAUSE_MILLIS} milliseconds at a time,
 * so an idle process costs next to nothing. An exception out of a turn is a bug or an entry that must not be applied:
 * it ends the thread and is kept for whoever asks.
 */
public final class LoopThread<L extends Loop> implements AutoCloseable {

    private static final int LONGEST_PAUSE_MILLIS = 100;

    private final L loop;
    private final Consumer<? super L> observer;
    private final Mailbox words = new Mailbox();
    private final Thread thread;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    /**
     * Starts giving turns.
     *
     * @param observer called on the loop's thread after every turn in which something happened
     */
    public LoopThread(String name, L loop, Consumer<? super L> observer) {
        this.loop = loop;
        this.observer = observer;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            turns();
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            closeLoop();
            over.complete(null);
        }
    }

    private void closeLoop() {
        try {
            loop.close();
        } catch (RuntimeException | Error e) {
            Throwable first = failure;
            if (first == null) {
                failure = e;
            } else {
                first.addSuppressed(e);
            }
        }
    }

    private void turns() {
        long pauseMillis = 1;
        while (!closed && !loop.isOver()) {
            boolean told = words.drain();
            if (loop.turn(System.nanoTime()) || told) {
                observer.accept(loop);
                pauseMillis = 1;
            } else {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
                pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, pauseMillis * 2);
            }
        }
    }

    /** Says something to the loop on its own thread, before its next turn. */
    public void tell(Consumer<? super L> word) {
        words.add(() -> word.accept(loop));
        LockSupport.unpark(thread);
    }

    /** Waits until the loop is over; whether it is. */
    public boolean await(Duration atMost) throws InterruptedException {
        try {
            over.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Completes when the loop is over, for whatever reason. */
    public CompletableFuture<Void> over() {
        return over.copy();
    }

    /** What ended the thread although nobody wanted it to, or null. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Stops at once, in the middle of whatever the loop was after. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
