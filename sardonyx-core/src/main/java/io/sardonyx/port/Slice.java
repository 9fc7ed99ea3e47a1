package io.sardonyx.port;

import java.util.Arrays;
import java.util.List;

/**
 * What a read found.
 *
 * @param trimmed whether the position asked for is gone, so that the reader has to start at the origin
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
