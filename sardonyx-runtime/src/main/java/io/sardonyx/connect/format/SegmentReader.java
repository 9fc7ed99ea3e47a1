package io.sardonyx.connect.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.json.JsonValues;
import org.jspecify.annotations.Nullable;

/** Parser of a line into a segment. */
@FunctionalInterface
public interface SegmentReader {

    /**
     * The segment in these bytes, null when there is none.
     *
     * @throws RuntimeException that says what is wrong; the caller adds where
     */
    @Nullable
    Object read(byte[] bytes, int from, int to);

    /** The line as a string; bytes that are not UTF-8 become replacement characters. */
    static Object text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, UTF_8);
    }

    /** The line as JSON; blank lines are skipped. */
    static @Nullable Object json(byte[] bytes, int from, int to) {
        if (isBlank(bytes, from, to)) {
            return null;
        }
        Object value = JsonValues.read(bytes, from, to - from);
        if (value == null) {
            throw new IllegalArgumentException("null is no segment");
        }
        return value;
    }

    private static boolean isBlank(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
                return false;
            }
        }
        return true;
    }
}
