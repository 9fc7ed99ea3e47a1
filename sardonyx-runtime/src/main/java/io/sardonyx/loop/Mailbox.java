package io.sardonyx.loop;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Answers from other threads, kept until their owner's next turn; if it waits for that, it is woken up. */
public final class Mailbox {

    private final ConcurrentLinkedQueue<Runnable> letters = new ConcurrentLinkedQueue<>();

    /** Whoever emptied it last; nobody at first, and then there is nobody to wake up. */
    private volatile @Nullable Thread owner;

    public void add(Runnable letter) {
        letters.add(letter);
        wake();
    }

    /** There is something to see, though it is no letter. */
    public void wake() {
        LockSupport.unpark(owner);
    }

    /** Hands over what the stage completes with, or its failure, in a later turn. */
    public <T> void await(CompletionStage<T> stage, Consumer<T> onAnswer, Consumer<Throwable> onFailure) {
        var unused = stage.whenComplete((value, failure) ->
                add(failure == null ? () -> onAnswer.accept(value) : () -> onFailure.accept(cause(failure))));
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
        return any;
    }
}
