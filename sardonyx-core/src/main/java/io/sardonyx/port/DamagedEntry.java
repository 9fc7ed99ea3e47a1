package io.sardonyx.port;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Exception for a log entry whose stored bytes are not those that were appended; the entries before and after it can be
 * read.
 */
public final class DamagedEntry extends Unreadable {

    private static final long serialVersionUID = 1;

    private final long position;
    private final String hash;

    /** @param there the bytes that are stored instead */
    public DamagedEntry(long position, byte[] there, @Nullable String message) {
        super(String.valueOf(message));
        this.position = position;
        this.hash = sha256(there);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public long position() {
        return position;
    }

    /** SHA-256 of the stored bytes, in hexadecimal digits. */
    public String hash() {
        return hash;
    }
}
