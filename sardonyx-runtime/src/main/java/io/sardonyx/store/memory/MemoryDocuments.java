package io.sardonyx.store.memory;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import io.sardonyx.store.Watches;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Access of one opening to {@link SharedDocuments}. */
final class MemoryDocuments implements Documents {

    private final SharedDocuments shared;
    private final StoreThread thread;
    private final Map<String, Watches> byPrefix = new ConcurrentHashMap<>();
    private final Consumer<String> reader = this::changed;

    MemoryDocuments(SharedDocuments shared, StoreThread thread) {
        this.shared = shared;
        this.thread = thread;
        shared.join(reader);
    }

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        List<String> wanted = List.copyOf(names);
        return thread.now(() -> shared.read(wanted));
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        return thread.now(() -> shared.names(prefix));
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        StorePreconditions.name(name);
        byte[] own = StorePreconditions.body(name, body);
        return thread.now(() -> shared.write(name, own, seen));
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        StorePreconditions.name(name);
        return thread.now(() -> shared.delete(name, seen));
    }

    @Override
    public Watch onChange(String prefix, Runnable nudge) {
        return byPrefix.computeIfAbsent(prefix, ignored -> new Watches(thread)).add(nudge);
    }

    void leave() {
        shared.leave(reader);
    }

    private void changed(String name) {
        byPrefix.forEach((prefix, watches) -> {
            if (name.startsWith(prefix)) {
                watches.nudge();
            }
        });
    }
}
