package io.sardonyx.store;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of an opened store: an executor that runs calls in order and delivers answers and notifications. */
public final class StoreThread {

    /** Timeout of closing. */
    private static final long PATIENCE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor executor;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;
    private volatile long threadId = -1;
    private volatile Future<?> delayed = CompletableFuture.completedFuture(null);

    public StoreThread(String name) {
        executor = new ScheduledThreadPoolExecutor(1, work -> {
            var thread = new Thread(work, name);
            thread.setDaemon(true);
            threadId = thread.getId();
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
    }

    /** Runs a call on the store's thread; fails if the store is closed. */
    public <T> CompletionStage<T> call(Callable<T> question) {
        var answer = new CompletableFuture<T>();
        boolean isAccepted = post(() -> {
            if (closed) {
                answer.completeExceptionally(refusal());
                return;
            }
            try {
                answer.complete(question.call());
            } catch (Throwable failure) {
                answer.completeExceptionally(failure);
            }
        });
        if (!isAccepted) {
            answer.completeExceptionally(refusal());
        }
        return answer;
    }

    /** Runs a call on the caller's thread at once, for stores that neither block nor need an order among calls. */
    public <T> CompletionStage<T> now(Callable<T> question) {
        if (closing.get()) {
            return CompletableFuture.failedFuture(refusal());
        }
        try {
            return CompletableFuture.completedFuture(question.call());
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    /** Queues work for the store's thread; returns false when the store is closed and it never runs. */
    public boolean post(Runnable work) {
        if (closing.get()) {
            return false;
        }
        try {
            executor.execute(() -> guarded(work));
            return true;
        } catch (RejectedExecutionException tooLate) {
            return false;
        }
    }

    /** Runs work after a delay, unless the store is closed before; replaces delayed work that has not run yet. */
    public void later(Runnable work, long millis) {
        delayed.cancel(false);
        if (!closing.get()) {
            delayed = executor.schedule(() -> guarded(work), millis, TimeUnit.MILLISECONDS);
        }
    }

    /** Whether the caller is the store's thread. */
    public boolean isCurrent() {
        return Thread.currentThread().getId() == threadId;
    }

    public boolean isClosed() {
        return closed;
    }

    /** The exception of a call to a closed store. */
    public static IllegalStateException refusal() {
        return new IllegalStateException("the store is closed");
    }

    /**
     * Closes after all earlier calls, running the last work then, and waits for that unless called on the store's own
     * thread; idempotent.
     */
    public void close(Runnable last) {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        if (isCurrent()) {
            end(last);
            executor.shutdown();
            return;
        }
        executor.execute(() -> end(last));
        executor.shutdown();
        try {
            if (!executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                log().warn("a store is still busy {} s after it was closed", PATIENCE_SECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(Runnable last) {
        closed = true;
        delayed.cancel(false);
        guarded(last);
    }

    private static void guarded(Runnable work) {
        Thread.interrupted(); // left by a callback: it would close the files that the work reads
        try {
            work.run();
        } catch (RuntimeException | Error bug) {
            log().error("work of a store failed where nobody waits for it", bug);
        }
    }

    /** Created on first use: initializing the logging framework takes longer than starting a job. */
    private static Logger log() {
        return LoggerFactory.getLogger(StoreThread.class);
    }
}
