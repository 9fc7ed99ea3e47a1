package io.sardonyx.connect.format;

import io.sardonyx.plugin.Refused;
import java.io.IOException;
import java.util.function.Function;

/** Segments that were taken and turned to bytes, up to a bound; never a part of one. */
public final class SegmentEncoder {

    private final int full;
    private final ByteSink sink;
    private final SegmentWriter writer;
    private boolean atStart = true;

    /**
     * Nothing yet.
     *
     * @param full with how many bytes there is no room for more
     */
    public SegmentEncoder(int full, Function<ByteSink, SegmentWriter> format) {
        this.full = full;
        this.sink = new ByteSink(full + (full >> 2));
        this.writer = format.apply(sink);
    }

    /**
     * Takes segments until it is full. What is wrong with one is thrown when it comes first, so that everybody knows
     * which it was; those before it are taken by then.
     */
    public int take(Object[] segments, int from, int to) throws Refused {
        int next = from;
        while (next < to && !isFull()) {
            int before = sink.size();
            try {
                if (atStart) {
                    writer.begin(segments[next]);
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

    /** What is to be written; whoever has done so empties it. */
    public ByteSink bytes() {
        return sink;
    }

    /** The next segment is the first of something new. */
    public void restart() {
        atStart = true;
    }
}
