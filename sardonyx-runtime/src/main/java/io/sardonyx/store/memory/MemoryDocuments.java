package io.sardonyx.store.memory;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import io.sardonyx.store.Watches;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Documents in memory: the view of one opening on the {@link Shared} documents of its name. */
final class MemoryDocuments implements Documents {

    private final Shared shared;
    private final StoreThread thread;
    private final Map<String, Watches> byPrefix = new ConcurrentHashMap<>();
    private final Consumer<String> reader = this::changed;

    MemoryDocuments(Shared shared, StoreThread thread) {
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

    /** Documents shared by all openings of one name. Guarded by its monitor; listeners are called outside of it. */
    static final class Shared {

        private final List<Consumer<String>> readers = new CopyOnWriteArrayList<>();
        private final Map<String, Document> documents = new TreeMap<>();
        private long lastVersion;

        void join(Consumer<String> reader) {
            readers.add(reader);
        }

        void leave(Consumer<String> reader) {
            readers.remove(reader);
        }

        synchronized List<Document> read(Collection<String> names) {
            var found = new ArrayList<Document>();
            for (String name : new LinkedHashSet<>(names)) {
                Document it = documents.get(name);
                if (it != null) {
                    found.add(new Document(name, it.body().clone(), it.version()));
                }
            }
            return found;
        }

        synchronized List<String> names(String prefix) {
            return documents.keySet().stream()
                    .filter(it -> it.startsWith(prefix))
                    .toList();
        }

        OptionalLong write(String name, byte[] body, long seen) {
            long version;
            synchronized (this) {
                if (version(name) != seen) {
                    return OptionalLong.empty();
                }
                version = ++lastVersion;
                documents.put(name, new Document(name, body, version));
            }
            readers.forEach(reader -> reader.accept(name));
            return OptionalLong.of(version);
        }

        boolean delete(String name, long seen) {
            synchronized (this) {
                if (seen == Documents.ABSENT || version(name) != seen) {
                    return false;
                }
                documents.remove(name);
            }
            readers.forEach(reader -> reader.accept(name));
            return true;
        }

        private long version(String name) {
            Document document = documents.get(name);
            return document == null ? Documents.ABSENT : document.version();
        }
    }
}
