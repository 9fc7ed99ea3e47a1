package io.sardonyx.connect.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.plugin.BadRecord;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream into lines within one reused buffer; a quoted field may contain line ends.
 *
 * <p>The last line counts whether or not it ends in a newline, and a carriage return before the newline is not part of
 * its line. A current line is valid until the next call of {@link #next}. Not thread-safe.
 */
public final class RecordReader {

    /** Default limit of a line's bytes. */
    public static final int MAX_LINE = 1 << 20;

    private static final int CHUNK = 1 << 17;

    /** Bytes kept of a line that is too long: at least as many as a bad record shows characters. */
    private static final int MOST_KEPT = 4 * BadRecord.MOST_TEXT;

    private final String name;
    private final InputStream in;
    private final int maxLine;
    private final boolean quotes;

    /* Allocated with the first read. */
    private byte[] buffer = {};
    /** Start of the current line in the buffer. */
    private int from;
    /** End of the current line, without its line end. */
    private int to;
    /** Start of the next line. */
    private int next;
    /** End of the bytes in the buffer. */
    private int limit;
    /** Offset of the current line in the stream. */
    private long offset;
    /* Bytes of the current line that are no longer in the buffer. */
    private long dropped;
    private boolean tooLong;
    private boolean drained;

    /**
     * Starts at the stream's current position.
     *
     * @param name of the stream in messages
     * @param offset of that position in the stream, in bytes
     * @param quotes whether a newline between quotes belongs to the line
     */
    public RecordReader(String name, InputStream in, long offset, int maxLine, boolean quotes) {
        this.name = name;
        this.in = in;
        this.offset = offset;
        this.maxLine = maxLine;
        this.quotes = quotes;
    }

    /** Moves on to the next line, blocking on the stream if necessary; false at the end. */
    public boolean next() throws IOException {
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
                    quoted = !quoted && !tooLong;
                }
            }
            if (limit - from > maxLine + 1) {
                tooLong = true;
                if (quoted && cutToFirstLine()) {
                    return true;
                }
                quoted = false;
                drop();
            }
            int unread = limit - from;
            if (!fill()) {
                return limit > from && found(limit, limit);
            }
            scanned = from + unread;
        }
    }

    /** Drops all but the beginning of a line that is too long. */
    private void drop() {
        int kept = Math.min(maxLine, MOST_KEPT);
        dropped += limit - from - kept;
        limit = from + kept;
    }

    /**
     * Ends the current line at its first line end, even within quotes; the rest becomes the next line. So a missing
     * quote costs one line and not the rest of the file.
     */
    public boolean cutToFirstLine() {
        int end = from;
        while (end < limit && buffer[end] != '\n') {
            end++;
        }
        return end < limit && found(end, end + 1);
    }

    /** Whether the next line is in the buffer, so that {@link #next} does not block. */
    public boolean isBuffered() {
        for (int i = next; i < limit; i++) {
            if (buffer[i] == '\n') {
                return true;
            }
        }
        return false;
    }

    private void advance() {
        offset = position();
        from = next;
        to = next;
        dropped = 0;
        tooLong = false;
    }

    private boolean found(int end, int behind) {
        to = end > from && behind > end && buffer[end - 1] == '\r' ? end - 1 : end;
        next = behind;
        tooLong |= to - from > maxLine;
        return true;
    }

    private boolean fill() throws IOException {
        if (drained) {
            return false;
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
        if (buffer.length == 0) {
            buffer = new byte[CHUNK];
        }
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

    /** What is wrong with the current line as such, or null. */
    @Nullable
    public String fault() {
        return tooLong ? "a line has more than " + maxLine + " bytes; set maxLine higher if that is right" : null;
    }

    /** The current line as a bad record. */
    public BadRecord bad(String what) {
        int length = Math.min(to - from, MOST_KEPT);
        return new BadRecord(Long.toString(offset), new String(buffer, from, length, UTF_8), where() + ": " + what);
    }

    /** Location of the current line, for messages. */
    public String where() {
        return name + " at byte " + offset;
    }

    public byte[] buffer() {
        return buffer;
    }

    /** Start of the current line in the buffer. */
    public int from() {
        return from;
    }

    /** End of the current line in the buffer, without its newline. */
    public int to() {
        return to;
    }

    /** Offset in the stream after the current line, in bytes. */
    public long position() {
        return offset + next - from + dropped;
    }
}
