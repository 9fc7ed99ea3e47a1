package io.sardonyx.connect;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream into lines within one buffer that is used again and again; a line may go on over line ends in quotes.
 *
 * <p>The last line counts whether or not it ends in a newline, and a carriage return before the newline is no part of
 * its line.
 */
final class RecordReader {

    /** The most bytes a line may have unless the job says otherwise. */
    static final int MAX_LINE = 1 << 20;

    private static final int CHUNK = 1 << 17;

    private final String name;
    private final InputStream in;
    private final int maxLine;
    private final boolean quotes;

    private byte[] buffer = new byte[CHUNK];
    private int from;
    private int to;
    private int next;
    private int limit;
    private long offset;
    private boolean drained;

    /**
     * From where the stream stands.
     *
     * @param name of the stream in messages
     * @param offset how many bytes of it are already behind
     * @param quotes whether a newline between quotes belongs to the line
     */
    RecordReader(String name, InputStream in, long offset, int maxLine, boolean quotes) {
        this.name = name;
        this.in = in;
        this.offset = offset;
        this.maxLine = maxLine;
        this.quotes = quotes;
    }

    /** Moves on to the next line, waiting for the stream if need be; false at the end. */
    boolean next() throws IOException {
        advance();
        int scanned = from;
        boolean quoted = false;
        while (true) {
            for (; scanned < limit; scanned++) {
                byte b = buffer[scanned];
                if (b == '\n' && !quoted) {
                    return found(scanned, scanned + 1);
                }
                if (quotes && b == '"') {
                    quoted = !quoted;
                }
            }
            int unread = scanned - from;
            if (!fill()) {
                return limit > from && found(limit, limit);
            }
            scanned = from + unread;
        }
    }

    /** Whether the next line can be had without the stream. */
    boolean isBuffered() {
        for (int i = next; i < limit; i++) {
            if (buffer[i] == '\n') {
                return true;
            }
        }
        return false;
    }

    private void advance() {
        offset += next - from;
        from = next;
        to = next;
    }

    private boolean found(int end, int behind) throws IOException {
        to = end > from && behind > end && buffer[end - 1] == '\r' ? end - 1 : end;
        next = behind;
        if (to - from > maxLine) {
            throw tooLong();
        }
        return true;
    }

    private boolean fill() throws IOException {
        if (drained) {
            return false;
        }
        if (limit - from > maxLine + 1) {
            throw tooLong();
        }
        makeRoom();
        int count = in.read(buffer, limit, buffer.length - limit);
        if (count < 0) {
            drained = true;
            return false;
        }
        limit += count;
        return true;
    }

    private void makeRoom() {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, limit - from);
            limit -= from;
            next -= from;
            to -= from;
            from = 0;
        }
        if (limit == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
    }

    private IOException tooLong() {
        return new IOException(
                where() + ": a line has more than " + maxLine + " bytes; set maxLine higher if that is right");
    }

    /** The current line, for messages. */
    String where() {
        return name + " at byte " + offset;
    }

    byte[] buffer() {
        return buffer;
    }

    /** Where the current line begins in the buffer. */
    int from() {
        return from;
    }

    /** Where it ends, without its newline. */
    int to() {
        return to;
    }

    /** How many bytes of the stream are behind, with the current line. */
    long position() {
        return offset + next - from;
    }
}
