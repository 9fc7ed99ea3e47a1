package io.sardonyx.connect.format;

import io.sardonyx.plugin.Refused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;

/** Encodes segments into a bounded buffer, each wholly or not at all. */
public final class SegmentEncoder {

    private final int full;
    private final ByteSink sink;
    private final SegmentWriter writer;
    private boolean atStart = true;
    private ByteBuffer header = ByteBuffer.allocate(0);

    /**
     * Creates an empty buffer.
     *
     * @param full number of bytes from which on it is full
     */
    public SegmentEncoder(int full, Function<ByteSink, SegmentWriter> format) {
        this.full = full;
        this.sink = new ByteSink(full + (full >> 2));
        this.writer = format.apply(sink);
    }

    /**
     * Encodes segments until the buffer is full; returns how many. One that cannot be encoded ends the run, and throws
     * only if it is the first, so that the caller knows which one it was.
     */
    public int take(Object[] segments, int from, int to) throws Refused {
        int next = from;
        while (next < to && !isFull()) {
            int before = sink.size();
            try {
                if (atStart) {
                    writer.begin(segments[next]);
                    header = ByteBuffer.wrap(Arrays.copyOfRange(sink.toByteArray(), before, sink.size()));
                }
                writer.write(segments[next]);
            } catch (IOException | RuntimeException failure) {
                sink.cut(before);
                if (next == from) {
                    throw new Refused(failure);
                }
                break;
            }
            atStart = false;
            next++;
        }
        return next - from;
    }

    public boolean isFull() {
        return sink.size() >= full;
    }

    /** The encoded bytes; the caller empties the buffer once they are written. */
    public ByteSink bytes() {
        return sink;
    }

    /** What the file that was started last begins with; empty in most formats. */
    public ByteBuffer header() {
        return header;
    }

    /** Starts a new file: the next segment is preceded by a header. */
    public void restart() {
        atStart = true;
    }
}
