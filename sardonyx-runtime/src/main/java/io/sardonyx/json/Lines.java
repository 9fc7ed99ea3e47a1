package io.sardonyx.json;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reader of a stream's lines; skips blank ones, and refuses those longer than a document may be. */
public final class Lines {

    private final InputStream stream;
    private final byte[] buffer = new byte[1 << 16];
    private int from;
    private int to;
    private long number;

    public Lines(InputStream stream) {
        this.stream = stream;
    }

    /** Number of the last line read, counted from 1. */
    public long number() {
        return number;
    }

    /** The next line that is not blank, or null at the end. */
    public byte @Nullable [] next() throws IOException {
        while (true) {
            byte[] line = line();
            if (line == null || !isBlank(line)) {
                return line;
            }
        }
    }

    private byte @Nullable [] line() throws IOException {
        var line = new ByteArrayOutputStream();
        if (from == to && !fill()) {
            return null;
        }
        number++;
        do {
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            line.write(buffer, from, end - from);
            if (line.size() > Json.MAX_BYTES) {
                throw Json.tooLong();
            }
            from = Math.min(to, end + 1);
            if (end < to) {
                return line.toByteArray();
            }
        } while (fill());
        return line.toByteArray();
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, stream.read(buffer));
        return to > 0;
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
