package io.sardonyx.store.derived;

import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.Sighting;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.store.LockCodec;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock documents of a store, with what was seen of them and since when. Confined to the store's thread.
 *
 * <p>A deleted document takes its fence with it. So whoever deletes one has raised the fence of the document
 * {@code fences} before, and a new one begins above that.
 */
final class LockDocuments {

    static final String PREFIX = "leases/";

    private static final String FENCES = "fences";
    private static final int MAX_SIGHTINGS = 10_000;

    private final DocumentCalls calls;
    private final LongSupplier nanoClock;

    /** What was seen last, by the names of leases; those looked at longest ago are dropped. */
    private final Map<String, Sighting<LockDocument>> seen = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Sighting<LockDocument>> eldest) {
            return size() > MAX_SIGHTINGS;
        }
    };

    LockDocuments(DocumentCalls calls, LongSupplier nanoClock) {
        this.calls = calls;
        this.nanoClock = nanoClock;
    }

    /** Reads locks by the names of leases; a document that does not exist is a free lock. */
    CompletableFuture<Map<String, Sighting<LockDocument>>> look(Collection<String> leases) {
        var wanted = new TreeMap<String, String>();
        leases.forEach(lease -> wanted.put(lease, PREFIX + lease));
        return calls.read(wanted.values()).thenApply(found -> {
            var looked = new TreeMap<String, Sighting<LockDocument>>();
            wanted.forEach((lease, name) -> looked.put(lease, saw(lease, found.get(name))));
            return looked;
        });
    }

    /** Reads one lock, with the fence that it had if it was deleted. */
    CompletableFuture<Sighting<LockDocument>> look(String lease) {
        return calls.read(PREFIX + lease).thenCompose(found -> {
            if (found.isPresent()) {
                return CompletableFuture.completedFuture(saw(lease, found.get()));
            }
            // Only now: a fence is raised before the lock is deleted, so this read tells of it.
            return fence().thenApply(fence -> saw(lease, Documents.ABSENT, LockDocument.unheld(fence.value())));
        });
    }

    private Sighting<LockDocument> saw(String lease, @Nullable Document document) {
        return document == null
                ? saw(lease, Documents.ABSENT, LockDocument.UNHELD)
                : saw(lease, document.version(), LockCodec.decoded(document.name(), document.body()));
    }

    private Sighting<LockDocument> saw(String lease, long version, LockDocument lock) {
        long now = nanoClock.getAsLong();
        Sighting<LockDocument> before = seen.get(lease);
        Sighting<LockDocument> after =
                before == null ? Sighting.first(lease, version, lock, now) : before.then(version, lock, now);
        seen.put(lease, after);
        return after;
    }

    /** Replaces a lock if its version is {@code version}. */
    CompletableFuture<OptionalLong> write(String lease, LockDocument lock, long version) {
        return calls.write(PREFIX + lease, LockCodec.encoded(lock), version);
    }

    /** The names of all leases that have a document. */
    CompletableFuture<Collection<String>> names() {
        return calls.names(PREFIX)
                .thenApply(names -> names.stream()
                        .map(name -> name.substring(PREFIX.length()))
                        .toList());
    }

    /** Deletes a lock that nobody holds, after its fence is written elsewhere. */
    CompletableFuture<Boolean> delete(Sighting<LockDocument> unused) {
        return raise(unused.document().fence())
                .thenCompose(raised -> calls.delete(PREFIX + unused.name(), unused.version()))
                .thenApply(deleted -> {
                    seen.remove(unused.name());
                    return deleted;
                });
    }

    private CompletableFuture<Fence> raise(long atLeast) {
        return fence().thenCompose(fence -> fence.value() >= atLeast
                ? CompletableFuture.completedFuture(fence)
                : calls.write(FENCES, LockCodec.encodedFence(atLeast), fence.version())
                        .thenCompose(written -> written.isPresent()
                                ? CompletableFuture.completedFuture(new Fence(atLeast, written.getAsLong()))
                                : raise(atLeast)));
    }

    private CompletableFuture<Fence> fence() {
        return calls.read(FENCES).thenApply(LockDocuments::fence);
    }

    private static Fence fence(Optional<Document> document) {
        return document.map(it -> new Fence(LockCodec.decodedFence(it.name(), it.body()), it.version()))
                .orElse(new Fence(0, Documents.ABSENT));
    }

    /** The highest fence of all deleted locks, and the version of its document. */
    private record Fence(long value, long version) {}
}
