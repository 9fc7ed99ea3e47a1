package io.sardonyx.connect.format;

import io.sardonyx.json.JsonLines;
import java.io.IOException;

/** How segments become bytes, each with the end of its line. */
public interface SegmentWriter {

    /** What stands before the first segment. */
    default void begin(Object first) throws IOException {}

    /** After an exception there may be a part of the segment in the sink. */
    void write(Object segment) throws IOException;

    /** Texts as they are, everything else as JSON. */
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
