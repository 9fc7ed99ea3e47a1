package io.sardonyx.json;

import com.fasterxml.jackson.core.JsonLocation;
import java.util.Comparator;

/** Position in a text as editors count: from line 1 and column 1 on. */
public record TextPosition(int line, int column) implements Comparable<TextPosition> {

    private static final Comparator<TextPosition> ORDER =
            Comparator.comparingInt(TextPosition::line).thenComparingInt(TextPosition::column);

    static TextPosition of(JsonLocation location) {
        return new TextPosition(location.getLineNr(), location.getColumnNr());
    }

    String inWords() {
        return "line " + line + ", column " + column;
    }

    @Override
    public int compareTo(TextPosition other) {
        return ORDER.compare(this, other);
    }

    /** As compilers write it after a file name. */
    @Override
    public String toString() {
        return line + ":" + column;
    }
}
