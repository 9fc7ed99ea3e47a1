package io.sardonyx.connect.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parser of CSV rows according to RFC 4180: a quoted field may contain the separator, line ends and, doubled, quotes.
 * Column names come from the header row.
 */
public final class CsvRow implements SegmentReader {

    private final List<String> names;
    private final char separator;

    public CsvRow(List<String> names, char separator) {
        if (new LinkedHashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("a name stands twice in the first line: " + String.join(", ", names));
        }
        this.names = List.copyOf(names);
        this.separator = separator;
    }

    /** Parses a row into a map by column name; null for an empty line, which is no row. */
    @Override
    public @Nullable Object read(byte[] bytes, int from, int to) {
        if (from == to) {
            return null;
        }
        List<String> fields = fields(bytes, from, to, separator);
        if (fields.size() != names.size()) {
            throw new IllegalArgumentException(
                    "a row has " + fields.size() + " fields, but the first line names " + names.size());
        }
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            row.put(names.get(i), fields.get(i));
        }
        return row;
    }

    /** Splits a row into its fields. */
    public static List<String> fields(byte[] bytes, int from, int to, char separator) {
        var fields = new ArrayList<String>();
        int start = from;
        while (true) {
            int end = start < to && bytes[start] == '"'
                    ? closing(bytes, start, to) + 1
                    : unquotedEnd(bytes, start, to, separator);
            fields.add(field(bytes, start, end));
            if (end == to) {
                return fields;
            }
            if (bytes[end] != separator) {
                throw new BadQuotes("something stands behind the closing quote of field " + fields.size());
            }
            start = end + 1;
        }
    }

    private static int unquotedEnd(byte[] bytes, int from, int to, char separator) {
        int end = from;
        while (end < to && bytes[end] != separator) {
            if (bytes[end] == '"') {
                throw new BadQuotes("a quote stands within a field that does not begin with one");
            }
            end++;
        }
        return end;
    }

    /** Index of the quote that ends a quoted field; two in a row are an escaped one. */
    private static int closing(byte[] bytes, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (bytes[i] == '"') {
                if (i + 1 == to || bytes[i + 1] != '"') {
                    return i;
                }
                i++;
            }
        }
        throw new BadQuotes("a quote is opened and never closed");
    }

    private static String field(byte[] bytes, int from, int to) {
        return from < to && bytes[from] == '"'
                ? new String(bytes, from + 1, to - from - 2, UTF_8).replace("\"\"", "\"")
                : new String(bytes, from, to - from, UTF_8);
    }

    /** Thrown for a CSV row with unbalanced quotes, whose end is therefore unknown. */
    public static final class BadQuotes extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        BadQuotes(String message) {
            super(message);
        }
    }
}
