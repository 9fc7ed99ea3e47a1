package io.sardonyx.store.memory;

import io.sardonyx.port.Blobs;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;

/** Blobs in memory: the view of one opening on the {@link Shared} blobs of its name. */
final class MemoryBlobs implements Blobs {

    private final Shared shared;
    private final StoreThread thread;
    private final Runnable end;

    /** @param end closes what was opened for these blobs alone */
    MemoryBlobs(Shared shared, StoreThread thread, Runnable end) {
        this.shared = shared;
        this.thread = thread;
        this.end = end;
    }

    @Override
    public CompletionStage<Boolean> write(String name, List<ByteBuffer> content) {
        StorePreconditions.name(name);
        return thread.call(() -> shared.write(name, content));
    }

    @Override
    public CompletionStage<Optional<ByteBuffer>> read(String name, long from, int length) {
        StorePreconditions.name(name);
        StorePreconditions.blobRange(from, length);
        return thread.call(() -> shared.read(name, from, length));
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        return thread.call(() -> shared.names(prefix));
    }

    @Override
    public CompletionStage<Boolean> delete(String name) {
        StorePreconditions.name(name);
        return thread.call(() -> shared.delete(name));
    }

    @Override
    public void close() {
        end.run();
    }

    /** Blobs shared by all openings of one name. Thread-safe. */
    static final class Shared {

        private final ConcurrentSkipListMap<String, Content> blobs = new ConcurrentSkipListMap<>();

        boolean write(String name, List<ByteBuffer> content) {
            return !blobs.containsKey(name) && blobs.putIfAbsent(name, Content.copy(content)) == null;
        }

        Optional<ByteBuffer> read(String name, long from, int length) {
            return Optional.ofNullable(blobs.get(name)).map(content -> content.range(from, length));
        }

        List<String> names(String prefix) {
            return blobs.tailMap(prefix).keySet().stream()
                    .takeWhile(name -> name.startsWith(prefix))
                    .toList();
        }

        boolean delete(String name) {
            return blobs.remove(name) != null;
        }
    }

    /** The bytes of a blob, which may be more than one array can hold. */
    private record Content(List<byte[]> parts) {

        static Content copy(List<ByteBuffer> content) {
            var parts = new ArrayList<byte[]>();
            for (ByteBuffer buffer : content) {
                byte[] part = new byte[buffer.remaining()];
                buffer.duplicate().get(part);
                parts.add(part);
            }
            return new Content(parts);
        }

        ByteBuffer range(long from, int length) {
            long size = parts.stream().mapToLong(part -> part.length).sum();
            ByteBuffer range = ByteBuffer.allocate((int) Math.min(length, Math.max(0, size - from)));
            long start = 0;
            for (byte[] part : parts) {
                long skipped = Math.max(0, from - start);
                if (skipped < part.length && range.hasRemaining()) {
                    range.put(part, (int) skipped, (int) Math.min(part.length - skipped, range.remaining()));
                }
                start += part.length;
            }
            return range.flip();
        }
    }
}
