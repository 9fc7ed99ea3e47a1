package io.sardonyx.store.memory;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Documents shared by all openings of one name. Guarded by its monitor; listeners are called outside of it. */
final class SharedDocuments {

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
        return documents.keySet().stream().filter(it -> it.startsWith(prefix)).toList();
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
