package io.sardonyx.store.derived;

import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Several entries of a log: the content of a batch document.
 *
 * <pre>
 *   inline:   1, position of the first, number of entries, entries..., checksum     an entry: length, bytes
 *   chunked:  2, position of the first, number of entries, chunks, hash, token, checksum
 * </pre>
 *
 * @param entries empty when they are in chunks
 * @param chunks where the encoded entries are, if they did not fit into the document
 */
record LogBatch(long first, int count, List<byte[]> entries, Chunks.@Nullable Ref chunks) {

    /** Bytes of entries, with their lengths, that fit into a document. */
    static final int MAX_INLINE_BYTES = Documents.MAX_BYTES - 64;

    /** Bytes that precede an entry. */
    static final int ENTRY_OVERHEAD = Integer.BYTES;

    private static final byte INLINE = 1;
    private static final byte CHUNKED = 2;
    private static final int HEADER = Byte.BYTES + Long.BYTES + Integer.BYTES;
    private static final int HASH_BYTES = 32;
    private static final int TOKEN_BYTES = 36;

    static LogBatch inline(long first, List<byte[]> entries) {
        return new LogBatch(first, entries.size(), List.copyOf(entries), null);
    }

    static LogBatch chunked(long first, int count, Chunks.Ref chunks) {
        return new LogBatch(first, count, List.of(), chunks);
    }

    /** Position behind its last entry. */
    long end() {
        return first + count;
    }

    static byte[] encodedEntries(List<byte[]> entries) {
        int size = entries.stream()
                .mapToInt(entry -> ENTRY_OVERHEAD + entry.length)
                .sum();
        ByteBuffer bytes = ByteBuffer.allocate(size);
        entries.forEach(entry -> bytes.putInt(entry.length).put(entry));
        return bytes.array();
    }

    byte[] encoded() {
        byte[] content = chunks == null ? encodedEntries(entries) : encodedRef(chunks);
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + content.length + Integer.BYTES);
        bytes.put(chunks == null ? INLINE : CHUNKED)
                .putLong(first)
                .putInt(count)
                .put(content);
        return bytes.putInt(checksum(bytes.array(), bytes.position())).array();
    }

    private static byte[] encodedRef(Chunks.Ref ref) {
        return ByteBuffer.allocate(Integer.BYTES + HASH_BYTES + TOKEN_BYTES)
                .putInt(ref.chunks())
                .put(HexFormat.of().parseHex(ref.hash()))
                .put(ref.token().getBytes(StandardCharsets.US_ASCII))
                .array();
    }

    /** @throws Unreadable when the document is damaged */
    static LogBatch decoded(String document, byte[] body) {
        if (body.length < HEADER + Integer.BYTES) {
            throw damaged(document, "it has only " + body.length + " bytes");
        }
        int end = body.length - Integer.BYTES;
        if (ByteBuffer.wrap(body).getInt(end) != checksum(body, end)) {
            throw damaged(document, "it does not have its checksum");
        }
        ByteBuffer bytes = ByteBuffer.wrap(body, 0, end);
        byte kind = bytes.get();
        long first = bytes.getLong();
        int count = bytes.getInt();
        if (first < 0 || count < 1 || first > Long.MAX_VALUE - count || kind != INLINE && kind != CHUNKED) {
            throw damaged(document, "it is of kind " + kind + " with " + count + " entries from " + first + " on");
        }
        try {
            return kind == INLINE
                    ? inline(first, decodedEntries(document, bytes, count))
                    : chunked(first, count, decodedRef(document, bytes));
        } catch (BufferUnderflowException e) {
            throw damaged(document, "it ends too early");
        }
    }

    /** @throws Unreadable when they are not so many entries */
    static List<byte[]> decodedEntries(String document, ByteBuffer bytes, int count) {
        if (count > bytes.remaining() / ENTRY_OVERHEAD) {
            throw damaged(document, "it is too short for " + count + " entries");
        }
        var entries = new ArrayList<byte[]>(count);
        for (int i = 0; i < count; i++) {
            int length = bytes.remaining() < ENTRY_OVERHEAD ? -1 : bytes.getInt();
            if (length < 0 || length > bytes.remaining()) {
                throw damaged(document, "entry " + i + " of " + count + " ends outside of it");
            }
            byte[] entry = new byte[length];
            bytes.get(entry);
            entries.add(entry);
        }
        if (bytes.hasRemaining()) {
            throw damaged(document, bytes.remaining() + " bytes follow its last entry");
        }
        return entries;
    }

    private static Chunks.Ref decodedRef(String document, ByteBuffer bytes) {
        int chunks = bytes.getInt();
        byte[] hash = new byte[HASH_BYTES];
        bytes.get(hash);
        byte[] token = new byte[TOKEN_BYTES];
        bytes.get(token);
        String text = new String(token, StandardCharsets.US_ASCII);
        if (chunks < 1 || chunks > Chunks.MAX_CHUNKS || bytes.hasRemaining() || !isToken(text)) {
            throw damaged(document, "it refers to " + chunks + " chunks in a way that nobody writes");
        }
        return new Chunks.Ref(text, chunks, HexFormat.of().formatHex(hash));
    }

    private static boolean isToken(String text) {
        try {
            return UUID.fromString(text).toString().equals(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static int checksum(byte[] bytes, int length) {
        var sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    static Unreadable damaged(String document, String why) {
        return new Unreadable("document " + document + " is damaged: " + why);
    }
}
