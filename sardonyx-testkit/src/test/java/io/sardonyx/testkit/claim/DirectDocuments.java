package io.sardonyx.testkit.claim;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import io.sardonyx.testkit.simulate.store.StoredDocuments;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The documents of a simulated store without faults or delays, for clients that wait for the answer. */
record DirectDocuments(StoredDocuments stored) implements Documents {

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        return CompletableFuture.completedFuture(stored.read(names));
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        return CompletableFuture.completedFuture(stored.names(prefix));
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        return CompletableFuture.completedFuture(stored.write(name, body, seen));
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        return CompletableFuture.completedFuture(stored.delete(name, seen));
    }

    @Override
    public Watch onChange(String prefix, Runnable nudge) {
        throw new IllegalStateException("nobody watches");
    }
}
