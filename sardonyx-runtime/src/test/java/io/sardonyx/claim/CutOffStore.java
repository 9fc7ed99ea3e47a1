package io.sardonyx.claim;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A store that does not answer while it is cut off, as for a process that is stopped. */
final class CutOffStore implements Store, Documents {

    private final Store to;
    private final List<Runnable> delayed = new ArrayList<>();
    private boolean cutOff;

    CutOffStore(Store to) {
        this.to = to;
    }

    synchronized void cutOff() {
        cutOff = true;
    }

    synchronized void restore() {
        cutOff = false;
        delayed.forEach(Runnable::run);
    }

    private synchronized <T> CompletionStage<T> when(Supplier<CompletionStage<T>> call) {
        if (!cutOff) {
            return call.get();
        }
        var later = new CompletableFuture<T>();
        delayed.add(() -> call.get().whenComplete((answer, failure) -> {
            if (failure == null) {
                later.complete(answer);
            } else {
                later.completeExceptionally(failure);
            }
        }));
        return later;
    }

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        return when(() -> to.documents().read(names));
    }

    @Override
    public CompletionStage<List<String>> names(String within) {
        return when(() -> to.documents().names(within));
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        return when(() -> to.documents().write(name, body, seen));
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        return when(() -> to.documents().delete(name, seen));
    }

    @Override
    public Watch onChange(String within, Runnable nudge) {
        return to.documents().onChange(within, nudge);
    }

    @Override
    public Log log(String name) {
        return to.log(name);
    }

    @Override
    public Documents documents() {
        return this;
    }

    @Override
    public Leases leases() {
        return to.leases();
    }

    @Override
    public void close() {
        // remains open for the other node
    }
}
