package io.sardonyx.opensearch;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Ids of documents in the index, made of their names: plain characters that no proxy rewrites in a path. A slash
 * becomes a colon; a name that is too long for an id becomes a hash.
 */
final class DocumentIds {

    /** Longest name: its keyword is indexed as a whole, up to 32,766 bytes. */
    static final int MAX_NAME = 4_000;

    /** Below the 512 bytes that an id may have. */
    private static final int MAX_ID = 480;

    private static final char ESCAPE = '~';

    private DocumentIds() {}

    static String of(String name) {
        var id = new StringBuilder(name.length() + 16);
        for (byte unit : checked(name).getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (unit & 0xff);
            if (c == '/') {
                id.append(':');
            } else if (isPlain(c) && !(id.isEmpty() && (c == '.' || c == '_'))) {
                id.append(c);
            } else {
                id.append(ESCAPE).append(String.format(Locale.ROOT, "%02x", (int) c));
            }
        }
        return id.length() <= MAX_ID ? id.toString() : ESCAPE + "sha256-" + sha256(name);
    }

    /** @throws IllegalArgumentException for what is no name */
    static String checked(String name) {
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException("a name has 1 to " + MAX_NAME + " characters, not " + name.length());
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new IllegalArgumentException("a name is text, but this one has half a character: " + name);
        }
        return name;
    }

    private static boolean isPlain(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.';
    }

    private static String sha256(String name) {
        try {
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
