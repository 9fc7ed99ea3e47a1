package io.sardonyx.loop;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Queue of callbacks from other threads, which run in the owner's next turn; an owner that is parked is woken up.
 *
 * <p>Many producers, one consumer: {@link #add} and {@link #wake} may be called from any thread; the owner makes the
 * requests and drains. An owner that drains with the time gets a failure for each request that has no answer after
 * {@link #LIMIT}; a later answer is dropped. The outcome of the request is unknown then.
 */
public final class Mailbox {

    /** Timeout of a request. */
    public static final Duration LIMIT = Duration.ofSeconds(30);

    /**
     * The most that one turn adds to the time a request has waited, so that a pause of the process causes no timeouts.
     */
    private static final long LONGEST_TURN_NANOS = Duration.ofSeconds(1).toNanos();

    private final ConcurrentLinkedQueue<Runnable> letters = new ConcurrentLinkedQueue<>();

    /** Open requests in the order in which they were made, so that the first one times out first. */
    private final ConcurrentLinkedQueue<Question> questions = new ConcurrentLinkedQueue<>();

    /** Time spent waiting, by the owner's turns: the clock of {@link Question#askedNanos}. */
    private long waitedNanos;

    private long lastNanos;
    private boolean waiting;

    /** A request whose answer has not arrived yet; touched by the owner only. */
    private static final class Question {
        final long askedNanos;
        final Consumer<Throwable> onFailure;
        boolean over;

        Question(long askedNanos, Consumer<Throwable> onFailure) {
            this.askedNanos = askedNanos;
            this.onFailure = onFailure;
        }
    }

    /**
     * The thread that drained it last, to be unparked; null before the first time. Written by the owner, read by
     * producers.
     */
    private volatile @Nullable Thread owner;

    private final @Nullable Runnable nudge;

    /** For a thread that parks between its turns. */
    public Mailbox() {
        this.nudge = null;
    }

    /**
     * For an owner with another way to be woken up.
     *
     * @param nudge called by any thread when there is something to drain
     */
    public Mailbox(Runnable nudge) {
        this.nudge = nudge;
    }

    /** Queues a callback for the owner's next turn; may be called from any thread. */
    public void add(Runnable letter) {
        letters.add(letter);
        wake();
    }

    /** Wakes the owner up without a callback; may be called from any thread. */
    public void wake() {
        if (nudge == null) {
            LockSupport.unpark(owner);
        } else {
            nudge.run();
        }
    }

    /** Passes the result of a stage, or its failure, to one of the callbacks in a later turn. */
    public <T> void await(CompletionStage<T> stage, Consumer<T> onAnswer, Consumer<Throwable> onFailure) {
        var question = new Question(waitedNanos, onFailure);
        questions.add(question);
        var unused = stage.whenComplete((value, failure) -> add(() -> {
            if (question.over) {
                return;
            }
            question.over = true;
            if (failure == null) {
                onAnswer.accept(value);
            } else {
                onFailure.accept(cause(failure));
            }
        }));
    }

    /** The failure without the {@link CompletionException} that stages wrap it in. */
    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Runs all callbacks that have arrived; returns whether there were any. */
    public boolean drain() {
        if (owner != Thread.currentThread()) {
            owner = Thread.currentThread();
        }
        boolean any = false;
        for (Runnable letter = letters.poll(); letter != null; letter = letters.poll()) {
            letter.run();
            any = true;
        }
        forgetAnswered();
        return any;
    }

    /** As {@link #drain()}, and fails requests that have timed out. */
    public boolean drain(long nowNanos) {
        boolean any = drain();
        Question first = questions.peek();
        if (first == null) {
            waiting = false;
            return any;
        }
        waitedNanos += waiting ? Math.min(LONGEST_TURN_NANOS, Math.max(0, nowNanos - lastNanos)) : 0;
        waiting = true;
        lastNanos = nowNanos;
        while (first != null && waitedNanos - first.askedNanos >= LIMIT.toNanos()) {
            first.over = true;
            first.onFailure.accept(new TimeoutException("the store gave no answer within " + LIMIT.toSeconds() + " s"));
            any = true;
            first = forgetAnswered();
        }
        return any;
    }

    /** Whether a request is open, so that a timeout may become due. */
    public boolean hasQuestions() {
        return !questions.isEmpty();
    }

    /** Removes answered requests from the head; returns the first open one. */
    private @Nullable Question forgetAnswered() {
        Question first = questions.peek();
        while (first != null && first.over) {
            questions.poll();
            first = questions.peek();
        }
        return first;
    }
}
