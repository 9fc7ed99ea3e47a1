package io.sardonyx.entry;

import io.sardonyx.json.CanonicalJson;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A fingerprint by which two processes, or today's program and tomorrow's, tell that they hold the same replica.
 *
 * <p>It is the SHA-256 of the replica's JSON view, position included, in the form of {@link CanonicalJson}. The view
 * may grow keys but never prints a new one for a replica that has nothing to say under it, so old hashes stay true.
 */
public final class ReplicaHash {

    private ReplicaHash() {}

    /** The hash in 64 hexadecimal digits. */
    public static String of(ReplicaView view) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        view.write(out);
        out.end().flush();
        Field read = Json.read(text.toString().getBytes(StandardCharsets.UTF_8));
        return of(CanonicalJson.of(read.node()));
    }

    /** The SHA-256 of some bytes, in hexadecimal digits. */
    public static String of(byte[] bytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
