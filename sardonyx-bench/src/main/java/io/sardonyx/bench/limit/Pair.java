package io.sardonyx.bench.limit;

import io.sardonyx.bench.work.Tally;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Two threads that work at the same time: this one and another. */
final class Pair {

    private Pair() {}

    /** What the consumer, in the other thread, made of what this one produced. */
    static Tally run(Runnable producer, Supplier<Tally> consumer) {
        CompletableFuture<Tally> result =
                CompletableFuture.supplyAsync(consumer, task -> new Thread(task, "consumer").start());
        producer.run();
        return result.join();
    }
}
