package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Server side of the simulated documents: versioned documents in memory with compare-and-set and watches on prefixes.
 */
public final class StoredDocuments {

    private final Map<String, Document> documents = new TreeMap<>();
    private final Map<String, SimulatedWatches> watches = new TreeMap<>();
    private Witness witness = (name, body) -> {};
    private long lastVersion;

    /** Listener that sees every write at the moment it is applied. */
    public interface Witness {
        void written(String name, byte[] body);

        /** Called when a document was deleted or damaged. */
        default void lost(String name) {}
    }

    /** Sets the listener for writes. */
    public void show(Witness other) {
        witness = other;
    }

    public List<Document> read(Collection<String> names) {
        return names.stream()
                .distinct()
                .filter(documents::containsKey)
                .map(documents::get)
                .map(found -> new Document(found.name(), found.body().clone(), found.version()))
                .toList();
    }

    public List<String> names(String prefix) {
        return documents.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .toList();
    }

    public OptionalLong write(String name, byte[] body, long seen) {
        if (version(name) != seen) {
            return OptionalLong.empty();
        }
        documents.put(name, new Document(name, body, ++lastVersion));
        witness.written(name, body);
        changed(name);
        return OptionalLong.of(lastVersion);
    }

    public boolean delete(String name, long seen) {
        if (seen == Documents.ABSENT || version(name) != seen) {
            return false;
        }
        documents.remove(name);
        witness.lost(name);
        changed(name);
        return true;
    }

    /** Corrupts a document by truncating its body to half, under a new version. */
    public void damage(String name) {
        Document whole = documents.get(name);
        if (whole != null) {
            byte[] half = Arrays.copyOf(whole.body(), whole.body().length / 2);
            documents.put(name, new Document(name, half, ++lastVersion));
            witness.lost(name);
            changed(name);
        }
    }

    /** Removes watches of processes that have died. */
    void tidy() {
        watches.values().removeIf(SimulatedWatches::isIdle);
    }

    Watch watch(String prefix, SimulatedWatches.Nudge nudge) {
        return watches.computeIfAbsent(prefix, ignored -> new SimulatedWatches())
                .add(nudge);
    }

    private long version(String name) {
        Document document = documents.get(name);
        return document == null ? Documents.ABSENT : document.version();
    }

    private void changed(String name) {
        watches.forEach((prefix, watch) -> {
            if (name.startsWith(prefix)) {
                watch.ring();
            }
        });
    }
}
