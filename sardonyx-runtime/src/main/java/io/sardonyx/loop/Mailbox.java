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
 * Answers from other threads, kept until their owner's next turn; if it waits for that, it is woken up.
 *
 * <p>An owner that tells the time when it takes them gets a failure for each question that has no answer after
 * {@link #LIMIT}; an answer that comes later is dropped. For whoever asked, the outcome is unknown then.
 */
public final class Mailbox {

    /** How long an answer may take. */
    public static final Duration LIMIT = Duration.ofSeconds(30);

    /** The most that one turn adds to the time a question has waited, so that a pause of the process does not count. */
    private static final long LONGEST_TURN_NANOS = Duration.ofSeconds(1).toNanos();

    private final ConcurrentLinkedQueue<Runnable> letters = new ConcurrentLinkedQueue<>();

    /** In the order in which they were asked, so that the first is the first whose time is up. */
    private final ConcurrentLinkedQueue<Question> questions = new ConcurrentLinkedQueue<>();

    private long waitedNanos;
    private long lastNanos;
    private boolean waiting;

    private static final class Question {
        final long askedNanos;
        final Consumer<Throwable> onFailure;
        boolean over;

        Question(long askedNanos, Consumer<Throwable> onFailure) {
            this.askedNanos = askedNanos;
            this.onFailure = onFailure;
        }
    }

    /** Whoever emptied it last; nobody at first, and then there is nobody to wake up. */
    private volatile @Nullable Thread owner;

    private final @Nullable Runnable nudge;

    /** Of a thread that waits for its turns itself. */
    public Mailbox() {
        this.nudge = null;
    }

    /** Of somebody who is told, on any thread, that there is something for him. */
    public Mailbox(Runnable nudge) {
        this.nudge = nudge;
    }

    public void add(Runnable letter) {
        letters.add(letter);
        wake();
    }

    /** There is something to see, though it is no letter. */
    public void wake() {
        if (nudge == null) {
            LockSupport.unpark(owner);
        } else {
            nudge.run();
        }
    }

    /** Hands over what the stage completes with, or its failure, in a later turn. */
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

    /** What failed, without the wrapping that it gets on its way through stages. */
    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Handles what has arrived by now; whether there was anything. */
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

    /** As {@link #drain()}, and ends the questions whose time is up. */
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

    /** Whether an answer is waited for, whose time may be up one day. */
    public boolean hasQuestions() {
        return !questions.isEmpty();
    }

    /** The first question that has no answer yet. */
    private @Nullable Question forgetAnswered() {
        Question first = questions.peek();
        while (first != null && first.over) {
            questions.poll();
            first = questions.peek();
        }
        return first;
    }
}
