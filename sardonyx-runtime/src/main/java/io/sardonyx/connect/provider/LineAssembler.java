package io.sardonyx.connect.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.plugin.BadRecord;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Assembles lines from the chunks in which a connection delivers them. It keeps at most one line, and of a line that is
 * too long only the beginning. Not thread-safe.
 */
final class LineAssembler {

    private static final int FIRST_BYTES = 256;

    private final String source;
    private final int maxLine;
    private byte[] line = {};
    private int size;
    private boolean tooLong;

    /** @param source in messages */
    LineAssembler(String source, int maxLine) {
        this.source = source;
        this.maxLine = maxLine;
    }

    /** Takes all bytes, and hands on each line that is complete: a string, or a bad record if it is too long. */
    void take(ByteBuffer bytes, Consumer<Object> lines) {
        while (bytes.hasRemaining()) {
            byte b = bytes.get();
            if (b == '\n') {
                complete(lines);
            } else if (size <= maxLine) {
                add(b);
            } else {
                tooLong = true;
            }
        }
    }

    private void add(byte b) {
        if (size == line.length) {
            line = Arrays.copyOf(line, Math.max(FIRST_BYTES, (int) Math.min(maxLine + 1L, 2L * size)));
        }
        line[size++] = b;
    }

    /** Hands on what came since the last line end, if anything did. */
    void end(Consumer<Object> lines) {
        if (size > 0) {
            complete(lines);
        }
    }

    private void complete(Consumer<Object> lines) {
        int length = !tooLong && size > 0 && line[size - 1] == '\r' ? size - 1 : size;
        if (tooLong || length > maxLine) {
            String text = new String(line, 0, Math.min(length, 4 * BadRecord.MOST_TEXT), UTF_8);
            lines.accept(new BadRecord(
                    source,
                    text,
                    source + ": a line has more than " + maxLine + " bytes; set maxLine higher if that is right"));
        } else {
            lines.accept(new String(line, 0, length, UTF_8));
        }
        size = 0;
        tooLong = false;
    }
}
