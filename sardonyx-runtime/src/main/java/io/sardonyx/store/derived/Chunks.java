package io.sardonyx.store.derived;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.store.derived.LogNames.ChunkOwner;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Bytes that are too many for one document, as several of them under names that are used once. They are written before
 * the document that refers to them, and a hash there tells whether all of them were found.
 */
final class Chunks {

    /** Most chunks: more than any state that fits into memory has. */
    static final int MAX_CHUNKS = 4_096;

    /** Chunks that are read by one call. */
    private static final int AT_ONCE = 8;

    private final LogNames names;
    private final DocumentCalls calls;

    Chunks(LogNames names, DocumentCalls calls) {
        this.names = names;
        this.calls = calls;
    }

    /**
     * Refers to chunks.
     *
     * @param hash SHA-256 of all of them together, in hexadecimal digits
     */
    record Ref(String token, int chunks, String hash) {

        static Ref of(byte[] bytes) {
            int chunks = (bytes.length + Documents.MAX_BYTES - 1) / Documents.MAX_BYTES;
            return new Ref(UUID.randomUUID().toString(), chunks, sha256(bytes));
        }
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Writes the chunks one after the other. */
    CompletableFuture<Ref> write(ChunkOwner owner, Ref ref, byte[] bytes) {
        return write(owner, ref, bytes, 0);
    }

    private CompletableFuture<Ref> write(ChunkOwner owner, Ref ref, byte[] bytes, int index) {
        if (index == ref.chunks()) {
            return CompletableFuture.completedFuture(ref);
        }
        int from = index * Documents.MAX_BYTES;
        byte[] chunk = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + Documents.MAX_BYTES));
        return calls.write(names.chunk(owner, ref.token(), index), chunk, Documents.ABSENT)
                .thenCompose(written -> write(owner, ref, bytes, index + 1));
    }

    /** The bytes; empty if a chunk is missing or damaged. */
    CompletableFuture<Optional<byte[]>> read(ChunkOwner owner, Ref ref) {
        var bytes = new ByteArrayOutputStream();
        return read(owner, ref, 0, bytes).thenApply(isWhole -> {
            byte[] all = bytes.toByteArray();
            return isWhole && sha256(all).equals(ref.hash()) ? Optional.of(all) : Optional.empty();
        });
    }

    private CompletableFuture<Boolean> read(ChunkOwner owner, Ref ref, int from, ByteArrayOutputStream bytes) {
        if (from >= ref.chunks()) {
            return CompletableFuture.completedFuture(true);
        }
        List<String> wanted = IntStream.range(from, Math.min(ref.chunks(), from + AT_ONCE))
                .mapToObj(index -> names.chunk(owner, ref.token(), index))
                .toList();
        return calls.read(wanted).thenCompose(found -> {
            if (found.size() < wanted.size()) {
                return CompletableFuture.completedFuture(false);
            }
            wanted.forEach(name -> bytes.writeBytes(body(found, name)));
            return read(owner, ref, from + AT_ONCE, bytes);
        });
    }

    private static byte[] body(Map<String, Document> found, String name) {
        Document document = found.get(name);
        return document == null ? new byte[0] : document.body();
    }
}
