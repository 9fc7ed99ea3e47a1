package io.sardonyx.store.file;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Encodes any text as a file name: small letters, digits, {@code -} and {@code _} stand for themselves, all else is
 * {@code %xx}; so no name escapes the directory, and names that differ in case only differ on every file system. A long
 * name is cut and ends in its hash.
 */
final class FileNames {

    private static final int MAX_LENGTH = 160;
    /** Characters kept of a long name. */
    private static final int KEPT = 100;

    private static final HexFormat HEX = HexFormat.of();

    private FileNames() {}

    static String encode(String name) {
        var encoded = new StringBuilder();
        for (byte one : name.getBytes(StandardCharsets.UTF_8)) {
            if (one >= 'a' && one <= 'z' || one >= '0' && one <= '9' || one == '-' || one == '_') {
                encoded.append((char) one);
            } else {
                encoded.append('%').append(HEX.toHexDigits(one));
            }
        }
        return encoded.length() <= MAX_LENGTH
                ? encoded.toString()
                : kept(encoded.toString()) + "~" + HEX.formatHex(hash(name));
    }

    /** The beginning of an encoded name that is kept however long the name is. */
    static String kept(String encoded) {
        return encoded.substring(0, Math.min(encoded.length(), KEPT));
    }

    /** Decodes a file name; empty when the name was too long to be kept in it. */
    static Optional<String> decode(String encoded) {
        if (encoded.indexOf('~') >= 0) {
            return Optional.empty();
        }
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < encoded.length(); i++) {
            if (encoded.charAt(i) == '%') {
                bytes.write(HexFormat.fromHexDigits(encoded, i + 1, i + 3));
                i += 2;
            } else {
                bytes.write(encoded.charAt(i));
            }
        }
        return Optional.of(bytes.toString(StandardCharsets.UTF_8));
    }

    static byte[] hash(String name) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JVM has SHA-256", impossible);
        }
    }
}
