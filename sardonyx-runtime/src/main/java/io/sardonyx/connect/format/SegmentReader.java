package io.sardonyx.connect.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.json.JsonValues;
import org.jspecify.annotations.Nullable;

/** How the bytes of a line become a segment. */
@FunctionalInterface
public interface SegmentReader {

    /**
     * The segment in these bytes, null when there is none.
     *
     * @throws RuntimeException that says what is wrong; where is added by the caller
     */
    @Nullable
    Object read(byte[] bytes, int from, int to);

    /** The line as text; bytes that are no UTF-8 become replacement characters. */
    static Object text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, UTF_8);
    }

    /** The line as JSON; blank lines are passed over. */
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
