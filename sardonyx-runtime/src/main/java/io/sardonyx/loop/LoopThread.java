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
 * A daemon thread that runs a {@link Loop} until it is over.
 *
 * <p>While idle it parks with growing pauses, at most {@value #LONGEST_PAUSE_MILLIS} milliseconds, and is unparked by
 * mailboxes. An exception out of a turn is a bug or an entry that must not be applied: it ends the thread and is kept
 * in {@link #failure}.
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
     * Starts the thread.
     *
     * @param observer called on the loop's thread after every turn that did something
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

    /** Runs an action on the loop's thread before its next turn; may be called from any thread. */
    public void tell(Consumer<? super L> word) {
        words.add(() -> word.accept(loop));
        LockSupport.unpark(thread);
    }

    /** Waits until the loop is over and closed; returns false on timeout. */
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

    /** Completes when the loop is over and closed, for any reason. */
    public CompletableFuture<Void> over() {
        return over.copy();
    }

    /** The exception that ended the thread, or null; set before {@link #over} completes. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Stops the thread after its current turn, whether the loop is over or not. Does not wait; see {@link #await}. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
