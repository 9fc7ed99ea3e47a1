package io.sardonyx.port;

import java.util.Arrays;
import java.util.List;

/**
 * Result of a log read: contiguous entries.
 *
 * @param trimmed whether the requested position was trimmed, so that the reader has to start from the origin
 */
public record Slice(List<byte[]> entries, boolean trimmed) {

    public static final Slice TRIMMED = new Slice(List.of(), true);

    /** Whether the first entry has these bytes. */
    public boolean beginsWith(byte[] entry) {
        return !entries.isEmpty() && Arrays.equals(entries.get(0), entry);
    }

    public static Slice of(List<byte[]> entries) {
        return new Slice(List.copyOf(entries), false);
    }
}
