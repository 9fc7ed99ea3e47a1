package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.CsvRow;
import io.sardonyx.connect.format.RecordReader;
import io.sardonyx.connect.format.SegmentReader;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import java.io.IOException;
import java.util.List;

/** Input plugin {@code csv}: rows of CSV files as maps from the column names in each file's first line to strings. */
public final class CsvFiles extends BuiltinPlugin<Input> implements InputProvider {

    public static final String NAME = "csv";
    static final String SEPARATOR = "separator";

    public CsvFiles() {
        super(
                FileInput.parameters(NAME).separator(SEPARATOR),
                (parameters, context) -> new FileInput(parameters, new Rows(separator(parameters))));
    }

    static char separator(Parameters parameters) {
        return parameters.text(SEPARATOR).orElse(",").charAt(0);
    }

    /** File format with a header of column names and quoted fields. */
    private record Rows(char separator) implements FileInput.Format {

        @Override
        public boolean isQuoted() {
            return true;
        }

        /** An empty file has no header, and no rows either. */
        @Override
        public SegmentReader begin(RecordReader file) throws IOException {
            if (!file.next()) {
                return new CsvRow(List.of(), separator);
            }
            if (file.fault() != null) {
                throw new IOException(file.where() + ": " + file.fault());
            }
            try {
                return new CsvRow(CsvRow.fields(file.buffer(), file.from(), file.to(), separator), separator);
            } catch (RuntimeException e) {
                throw new IOException(file.where() + ": " + e.getMessage(), e);
            }
        }
    }
}
