package io.sardonyx.group;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Answers from other threads, kept until their owner's next turn. */
final class Mailbox {

    private final ConcurrentLinkedQueue<Runnable> letters = new ConcurrentLinkedQueue<>();

    void add(Runnable letter) {
        letters.add(letter);
    }

    /** Hands over what the stage completes with, or its failure, in a later turn. */
    <T> void await(CompletionStage<T> stage, BiConsumer<@Nullable T, @Nullable Throwable> reader) {
        var unused = stage.whenComplete((value, failure) -> add(() -> reader.accept(value, failure)));
    }

    /** Handles what has arrived by now; whether there was anything. */
    boolean drain() {
        boolean any = false;
        for (Runnable letter = letters.poll(); letter != null; letter = letters.poll()) {
            letter.run();
            any = true;
        }
        return any;
    }
}
