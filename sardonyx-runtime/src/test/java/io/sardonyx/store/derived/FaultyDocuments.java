package io.sardonyx.store.derived;

import io.sardonyx.port.Document;
import io.sardonyx.port.DocumentStore;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import io.sardonyx.store.Stores;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Documents in memory whose writes fail, or take effect without an answer, when a test says so. */
final class FaultyDocuments implements DocumentStore, Documents {

    private static final AtomicInteger TESTS = new AtomicInteger();

    private final Store memory;
    private final long leaseMillis;

    /** The names that were written, or were to be. */
    final ConcurrentLinkedQueue<String> written = new ConcurrentLinkedQueue<>();

    /** Which writes take effect, but are not answered. */
    volatile Predicate<String> unanswered = name -> false;

    /** Which writes fail without an effect. */
    volatile Predicate<String> failing = name -> false;

    /** Whether reads and writes are neither answered nor carried out. */
    volatile boolean silent;

    FaultyDocuments(String address, long leaseMillis) {
        this.memory = Stores.open(address);
        this.leaseMillis = leaseMillis;
    }

    static String newAddress() {
        return "memory:faulty-" + TESTS.incrementAndGet();
    }

    @Override
    public Documents documents() {
        return this;
    }

    @Override
    public long leaseMillis() {
        return leaseMillis;
    }

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        return silent ? new CompletableFuture<>() : memory.documents().read(names);
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        return memory.documents().names(prefix);
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        written.add(name);
        if (silent) {
            return new CompletableFuture<>();
        }
        if (failing.test(name)) {
            return CompletableFuture.failedFuture(new IllegalStateException("failed on purpose"));
        }
        CompletionStage<OptionalLong> answer = memory.documents().write(name, body, seen);
        return unanswered.test(name)
                ? CompletableFuture.failedFuture(new IllegalStateException("not answered, on purpose"))
                : answer;
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        return memory.documents().delete(name, seen);
    }

    @Override
    public Watch onChange(String prefix, Runnable nudge) {
        return memory.documents().onChange(prefix, nudge);
    }

    @Override
    public void close() {
        memory.close();
    }
}
