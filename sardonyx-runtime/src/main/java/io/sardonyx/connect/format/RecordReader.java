package io.sardonyx.connect.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.plugin.BadRecord;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream into lines within one buffer that is used again and again; a line may go on over line ends in quotes.
 *
 * <p>The last line counts whether or not it ends in a newline, and a carriage return before the newline is no part of
 * its line.
 */
public final class RecordReader {

    /** The most bytes a line may have unless the job says otherwise. */
    public static final int MAX_LINE = 1 << 20;

    private static final int CHUNK = 1 << 17;

    /** So many bytes are at least as many characters as are shown of a bad record. */
    private static final int MOST_KEPT = 4 * BadRecord.MOST_TEXT;

    private final String name;
    private final InputStream in;
    private final int maxLine;
    private final boolean quotes;

    /* Made when it is read from for the first time. */
    private byte[] buffer = {};
    private int from;
    private int to;
    private int next;
    private int limit;
    private long offset;
    /* Of the current line, no longer in the buffer. */
    private long dropped;
    private boolean tooLong;
    private boolean drained;

    /**
     * From where the stream stands.
     *
     * @param name of the stream in messages
     * @param offset how many bytes of it are already behind
     * @param quotes whether a newline between quotes belongs to the line
     */
    public RecordReader(String name, InputStream in, long offset, int maxLine, boolean quotes) {
        this.name = name;
        this.in = in;
        this.offset = offset;
        this.maxLine = maxLine;
        this.quotes = quotes;
    }

    /** Moves on to the next line, waiting for the stream if need be; false at the end. */
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

    /** Of a line that is too long only the beginning is kept. */
    private void drop() {
        int kept = Math.min(maxLine, MOST_KEPT);
        dropped += limit - from - kept;
        limit = from + kept;
    }

    /**
     * Lets the current line end at its first line end, be that in quotes; what is behind comes next. So one quote too
     * many costs one line and not the rest of the file.
     */
    public boolean cutToFirstLine() {
        int end = from;
        while (end < limit && buffer[end] != '\n') {
            end++;
        }
        return end < limit && found(end, end + 1);
    }

    /** Whether the next line can be had without the stream. */
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

    /** What is wrong with the current line as such; null if nothing is. */
    @Nullable
    public String fault() {
        return tooLong ? "a line has more than " + maxLine + " bytes; set maxLine higher if that is right" : null;
    }

    /** The current line as a record that is no segment. */
    public BadRecord bad(String what) {
        int length = Math.min(to - from, MOST_KEPT);
        return new BadRecord(Long.toString(offset), new String(buffer, from, length, UTF_8), where() + ": " + what);
    }

    /** The current line, for messages. */
    public String where() {
        return name + " at byte " + offset;
    }

    public byte[] buffer() {
        return buffer;
    }

    /** Where the current line begins in the buffer. */
    public int from() {
        return from;
    }

    /** Where it ends, without its newline. */
    public int to() {
        return to;
    }

    /** How many bytes of the stream are behind, with the current line. */
    public long position() {
        return offset + next - from + dropped;
    }
}
