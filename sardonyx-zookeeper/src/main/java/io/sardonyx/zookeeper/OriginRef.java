package io.sardonyx.zookeeper;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The reference to a snapshot (origin): its position, its chunks, and the hash that verifies them. */
record OriginRef(long position, String token, int chunks, String hash) {

    static String hash(byte[] state) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(state));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    List<String> chunkNames() {
        return IntStream.range(0, chunks)
                .mapToObj(i -> position + "-" + token + "-" + i)
                .toList();
    }

    static long positionOf(String chunkName) {
        return Long.parseLong(chunkName.substring(0, chunkName.indexOf('-')));
    }

    /** Newest first, one a line. */
    static List<OriginRef> parse(byte[] data) {
        return new String(data, US_ASCII).lines().map(OriginRef::parse).toList();
    }

    static byte[] data(List<OriginRef> refs) {
        return refs.stream()
                .map(ref -> ref.position + " " + ref.token + " " + ref.chunks + " " + ref.hash)
                .collect(Collectors.joining("\n"))
                .getBytes(US_ASCII);
    }

    private static OriginRef parse(String line) {
        String[] words = line.split(" ", -1);
        return new OriginRef(Long.parseLong(words[0]), words[1], Integer.parseInt(words[2]), words[3]);
    }
}
