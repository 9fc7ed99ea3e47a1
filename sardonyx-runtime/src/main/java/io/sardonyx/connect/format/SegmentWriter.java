package io.sardonyx.connect.format;

import io.sardonyx.json.JsonLines;
import java.io.IOException;

/** Encoder of segments into bytes, each with the end of its line. */
public interface SegmentWriter {

    /** Writes the header before the first segment. */
    default void begin(Object first) throws IOException {}

    /** Writes a segment; after an exception a part of it may be in the buffer. */
    void write(Object segment) throws IOException;

    /** Strings as they are, everything else as JSON. */
    static SegmentWriter lines(ByteSink sink) {
        var json = new JsonLines(sink);
        return segment -> {
            if (segment instanceof CharSequence text) {
                sink.text(text.toString()).write('\n');
            } else {
                json.write(segment);
            }
        };
    }

    /** Everything as JSON. */
    static SegmentWriter jsonLines(ByteSink sink) {
        return new JsonLines(sink)::write;
    }
}
