package io.sardonyx.json;

import com.fasterxml.jackson.core.JsonLocation;
import java.util.Comparator;

/** A spot in a text, as editors count: from line 1 and column 1 on. */
public record Spot(int line, int column) implements Comparable<Spot> {

    private static final Comparator<Spot> ORDER =
            Comparator.comparingInt(Spot::line).thenComparingInt(Spot::column);

    static Spot of(JsonLocation location) {
        return new Spot(location.getLineNr(), location.getColumnNr());
    }

    String inWords() {
        return "line " + line + ", column " + column;
    }

    @Override
    public int compareTo(Spot other) {
        return ORDER.compare(this, other);
    }

    /** As compilers write it behind the name of a file. */
    @Override
    public String toString() {
        return line + ":" + column;
    }
}
