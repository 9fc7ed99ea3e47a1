package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Blobs;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Server side of the simulated blobs: whole ones by name, and how many were torn on the way and are seen by nobody. */
public final class StoredBlobs {

    private final Map<String, byte[]> blobs = new TreeMap<>();
    private Witness witness = new Witness() {};
    private int torn;

    /** Listener that sees every change at the moment it is applied, whether or not its reply is lost. */
    public interface Witness {

        default void written(String name, byte[] content) {}

        default void deleted(String name) {}
    }

    /** Sets the listener for changes. */
    public void show(Witness other) {
        witness = other;
    }

    boolean write(String name, byte[] content) {
        if (blobs.putIfAbsent(name, content) != null) {
            return false;
        }
        witness.written(name, content);
        return true;
    }

    /** A write ends half-way; what was written of it is never seen. */
    void tear() {
        torn++;
    }

    Optional<ByteBuffer> read(String name, long from, int length) {
        return Optional.ofNullable(blobs.get(name)).map(content -> {
            int start = (int) Math.min(from, content.length);
            int count = Math.min(length, content.length - start);
            return ByteBuffer.allocate(count).put(content, start, count).flip();
        });
    }

    public List<String> names(String prefix) {
        return blobs.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
    }

    public boolean delete(String name) {
        boolean isThere = blobs.remove(name) != null;
        if (isThere) {
            witness.deleted(name);
        }
        return isThere;
    }

    /** A view without faults or delays; names are those of clusters, without what they put in front of them. */
    public Blobs whole() {
        return new Blobs() {
            @Override
            public CompletionStage<Boolean> write(String name, List<ByteBuffer> content) {
                throw new IllegalStateException("this view is for reading");
            }

            @Override
            public CompletionStage<Optional<ByteBuffer>> read(String name, long from, int length) {
                return CompletableFuture.completedFuture(blobs.keySet().stream()
                        .filter(each -> each.endsWith("/" + name))
                        .findFirst()
                        .flatMap(each -> StoredBlobs.this.read(each, from, length)));
            }

            @Override
            public CompletionStage<List<String>> names(String prefix) {
                return CompletableFuture.completedFuture(StoredBlobs.this.names(prefix));
            }

            @Override
            public CompletionStage<Boolean> delete(String name) {
                throw new IllegalStateException("this view is for reading");
            }

            @Override
            public void close() {}
        };
    }

    /** How many writes ended half-way. */
    public int torn() {
        return torn;
    }

    /** How many bytes all blobs have. */
    public long bytes() {
        return blobs.values().stream().mapToLong(content -> content.length).sum();
    }
}
