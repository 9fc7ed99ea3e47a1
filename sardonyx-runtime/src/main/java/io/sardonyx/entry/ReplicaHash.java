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
import java.util.function.Consumer;

/**
 * Hash of a replica, by which processes, and releases of the program, verify that they hold the same one.
 *
 * <p>It is the SHA-256 of the replica's JSON view, position included, in the form of {@link CanonicalJson}. The view
 * may get new keys, but a key is left out when it has nothing to say, so old hashes stay valid.
 */
public final class ReplicaHash {

    private ReplicaHash() {}

    /** The hash in 64 hexadecimal digits. */
    public static String of(ReplicaView view) {
        return of(view::write);
    }

    /** The hash of a roster, made in the same way. */
    public static String of(RosterView view) {
        return of(view::write);
    }

    private static String of(Consumer<JsonOut> write) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        write.accept(out);
        out.end().finish();
        Field read = Json.read(text.toString().getBytes(StandardCharsets.UTF_8));
        return of(CanonicalJson.of(read.node()));
    }

    /** SHA-256 of some bytes, in hexadecimal digits. */
    public static String of(byte[] bytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
