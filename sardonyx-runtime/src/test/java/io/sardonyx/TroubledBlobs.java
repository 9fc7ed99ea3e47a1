package io.sardonyx;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.BlobsProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Stores of blobs in memory that a test gives trouble, at addresses such as {@code troubled:name}. */
public final class TroubledBlobs implements BlobsProvider {

    /** What is wrong with all stores. */
    public enum Trouble {
        NONE,
        /** No store can be opened. */
        CLOSED,
        /** Nothing can be written. */
        FULL,
        /** Nothing is found. */
        MISSING,
        /** Files have lost their last byte. */
        CUT,
        /** The last bytes of files are wrong, by which they are known. */
        OTHER_END,
        /** What files say of the place of their footer is wrong. */
        OTHER_FOOTER,
        /** The first bytes of files are wrong. */
        OTHER_ROWS
    }

    private static volatile Trouble trouble = Trouble.NONE;
    /* Calls of the thread that has made the trouble are spared: a job is not refused before it runs. */
    private static volatile Thread spared = Thread.currentThread();

    /** Bytes at the beginning of a file that are before its rows, and those of its end. */
    private static final int HEAD = 8;

    private static final int TAIL = 24;

    private static final Map<String, Map<String, byte[]>> STORES = new ConcurrentHashMap<>();

    /** Gives all stores trouble from now on, whoever uses them from other threads than this one. */
    static void make(Trouble wanted) {
        spared = Thread.currentThread();
        trouble = wanted;
    }

    private static boolean has(Trouble asked) {
        return trouble == asked && Thread.currentThread() != spared;
    }

    @Override
    public String scheme() {
        return "troubled";
    }

    @Override
    public Blobs open(String address) {
        if (has(Trouble.CLOSED)) {
            throw new UncheckedIOException(new IOException("the share is not mounted"));
        }
        return new Opened(STORES.computeIfAbsent(address, any -> new ConcurrentHashMap<>()));
    }

    private record Opened(Map<String, byte[]> blobs) implements Blobs {

        @Override
        public CompletionStage<Boolean> write(String name, List<ByteBuffer> content) {
            if (has(Trouble.FULL)) {
                return CompletableFuture.failedFuture(new IOException("the disk is full"));
            }
            var bytes = new ByteArrayOutputStream();
            for (ByteBuffer buffer : content) {
                bytes.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
            }
            return CompletableFuture.completedFuture(blobs.putIfAbsent(name, bytes.toByteArray()) == null);
        }

        @Override
        public CompletionStage<Optional<ByteBuffer>> read(String name, long from, int length) {
            byte[] whole = has(Trouble.MISSING) ? null : blobs.get(name);
            if (whole == null) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            byte[] found = spoilt(whole);
            int end = (int) Math.min(found.length, from + length);
            return CompletableFuture.completedFuture(
                    Optional.of(ByteBuffer.wrap(Arrays.copyOfRange(found, (int) from, end))));
        }

        private static byte[] spoilt(byte[] whole) {
            byte[] spoilt = Arrays.copyOf(whole, whole.length - (has(Trouble.CUT) ? 1 : 0));
            if (has(Trouble.OTHER_END)) {
                spoilt[whole.length - 1] ^= 1;
            } else if (has(Trouble.OTHER_FOOTER)) {
                spoilt[whole.length - TAIL] ^= 1;
            } else if (has(Trouble.OTHER_ROWS)) {
                spoilt[HEAD] ^= 1;
            }
            return spoilt;
        }

        @Override
        public CompletionStage<List<String>> names(String prefix) {
            return CompletableFuture.completedFuture(blobs.keySet().stream()
                    .filter(name -> name.startsWith(prefix))
                    .sorted()
                    .toList());
        }

        @Override
        public CompletionStage<Boolean> delete(String name) {
            return CompletableFuture.completedFuture(blobs.remove(name) != null);
        }

        @Override
        public void close() {}
    }
}
