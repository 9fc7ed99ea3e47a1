package io.sardonyx.cli.terminal;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * A writer that escapes invisible characters: bidirectional controls and line separators, with which a name could pose
 * as another. In JSON strings the escape denotes the same character.
 */
public final class EscapingWriter extends FilterWriter {

    public EscapingWriter(Writer out) {
        super(out);
    }

    @Override
    public void write(int c) throws IOException {
        if (isHidden((char) c)) {
            out.write(String.format("\\u%04x", c));
        } else {
            out.write(c);
        }
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        write(new String(text, from, length), 0, length);
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        int start = from;
        int end = from + length;
        for (int i = from; i < end; i++) {
            if (isHidden(text.charAt(i))) {
                out.write(text, start, i - start);
                write(text.charAt(i));
                start = i + 1;
            }
        }
        out.write(text, start, end - start);
    }

    /** Bidirectional marks, embeddings and isolates, and the line and paragraph separators of Unicode. */
    private static boolean isHidden(char c) {
        return c == '\u061c' || c >= '\u200e' && (c <= '\u200f' || c >= '\u2028' && c <= '\u202e' || isIsolate(c));
    }

    private static boolean isIsolate(char c) {
        return c >= '\u2066' && c <= '\u2069';
    }
}
