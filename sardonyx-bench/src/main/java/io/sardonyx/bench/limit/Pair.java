package io.sardonyx.bench.limit;

import io.sardonyx.bench.work.Tally;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/** Two threads that work at the same time: this one and another. */
final class Pair {

    private Pair() {}

    /**
     * Each thread does half of the inputs.
     *
     * @param half what one does from an input, to before another
     */
    static <T> T halves(long inputs, Half<T> half, BinaryOperator<T> together) {
        CompletableFuture<T> second = CompletableFuture.supplyAsync(
                () -> half.run(inputs / 2, inputs), task -> new Thread(task, "second").start());
        return together.apply(half.run(0, inputs / 2), second.join());
    }

    /** Inputs of a range. */
    interface Half<T> {
        T run(long from, long to);
    }

    /** What both saw. */
    static Tally sum(Tally one, Tally other) {
        one.addAll(other.count(), other.digest());
        return one;
    }

    /** What the consumer, in the other thread, made of what this one produced. */
    static Tally run(Runnable producer, Supplier<Tally> consumer) {
        CompletableFuture<Tally> result =
                CompletableFuture.supplyAsync(consumer, task -> new Thread(task, "consumer").start());
        producer.run();
        return result.join();
    }
}
