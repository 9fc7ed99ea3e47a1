package io.sardonyx.connect.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.json.JsonLines;
import io.sardonyx.json.RecordComponents;
import io.sardonyx.value.text.Spelling;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writer of maps and records as CSV rows, RFC 4180 but for the line end, below a header of column names: the given
 * ones, or else those of the first segment. A nested map, record or list is written as JSON.
 */
public final class CsvWriter implements SegmentWriter {

    private final ByteSink sink;
    private final char separator;
    private final List<String> asked;
    private List<String> columns;

    /**
     * Creates a writer into a buffer.
     *
     * @param asked the column names; empty for those of the first segment
     */
    public CsvWriter(ByteSink sink, char separator, List<String> asked) {
        this.sink = sink;
        this.separator = separator;
        this.asked = asked;
        this.columns = asked;
    }

    @Override
    public void begin(Object first) throws IOException {
        if (asked.isEmpty()) {
            columns = table(first).keySet().stream().map(String::valueOf).toList();
        }
        row(columns);
    }

    @Override
    public void write(Object segment) throws IOException {
        Map<?, ?> table = table(segment);
        for (Object key : table.keySet()) {
            String name = String.valueOf(key);
            if (asked.isEmpty() && !columns.contains(name)) {
                throw new IllegalArgumentException("a segment has a field " + name + " that the first one had not"
                        + Spelling.didYouMean(name, columns) + "; name all columns with the parameter columns");
            }
        }
        var fields = new ArrayList<@Nullable Object>(columns.size());
        for (String column : columns) {
            fields.add(table.get(column));
        }
        row(fields);
    }

    private static Map<?, ?> table(Object segment) {
        if (segment instanceof Map<?, ?> table) {
            return table;
        }
        if (segment instanceof Record parts) {
            return RecordComponents.of(parts);
        }
        throw new IllegalArgumentException("only maps and records can be rows of a CSV file, not a "
                + segment.getClass().getName());
    }

    private void row(List<?> fields) throws IOException {
        for (int i = 0; i < fields.size(); i++) {
            if (i > 0) {
                sink.write(separator);
            }
            String text = text(fields.get(i));
            sink.text(isQuoted(text, fields.size()) ? '"' + text.replace("\"", "\"\"") + '"' : text);
        }
        sink.write('\n');
    }

    /** Whether a field needs quotes; a single empty one does, as an empty line is no row. */
    private boolean isQuoted(String text, int fields) {
        return text.indexOf(separator) >= 0
                || text.indexOf('"') >= 0
                || text.indexOf('\n') >= 0
                || text.indexOf('\r') >= 0
                || text.isEmpty() && fields == 1;
    }

    private static String text(@Nullable Object value) throws IOException {
        if (value == null) {
            return "";
        }
        if (value instanceof Map || value instanceof Iterable || value instanceof Record) {
            var json = new ByteSink(64);
            new JsonLines(json).write(value);
            json.cut(json.size() - 1);
            return json.toString(UTF_8);
        }
        return value.toString();
    }
}
