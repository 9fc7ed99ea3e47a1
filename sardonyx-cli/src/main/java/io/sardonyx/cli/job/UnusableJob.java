package io.sardonyx.cli.job;

import io.sardonyx.cli.option.InputFile;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Fault;
import io.sardonyx.json.BadField;
import io.sardonyx.json.BadText;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.TextPosition;
import io.sardonyx.json.TextPositions;
import java.util.List;
import java.util.stream.Collectors;

/** The exception for an invalid job file; the message has a line per fault, with its position in the file. */
public final class UnusableJob extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient InputFile file;
    private final transient List<FileFault> complaints;

    UnusableJob(InputFile file, BadJob job, List<FileFault> complaints) {
        super(
                complaints.stream()
                        .map(each -> "\n  " + file.shown() + ":" + each)
                        .collect(Collectors.joining("", file.shown() + ": " + heading(job), "")),
                job);
        this.file = file;
        this.complaints = complaints;
    }

    UnusableJob(InputFile file, FileFault only) {
        super(file.shown() + ":" + only);
        this.file = file;
        this.complaints = List.of(only);
    }

    UnusableJob(InputFile file, BadText text) {
        this(file, FileFault.of(text));
    }

    private static String heading(BadJob job) {
        return String.valueOf(job.getMessage()).lines().findFirst().orElseThrow();
    }

    /** Writes the faults as a JSON object. */
    public void write(JsonOut out) {
        out.begin().text("file", file.shown()).beginList("faults");
        complaints.forEach(each -> each.write(out));
        out.endList().end().newLine();
    }

    /**
     * A validation error of a job file: line and column, path of the part in question, message and remedy.
     *
     * @param place may be empty
     */
    record FileFault(TextPosition spot, String place, String what, String remedy) {

        static FileFault of(Fault fault, TextPositions spots) {
            return new FileFault(spots.of(fault.part()), fault.place(), fault.what(), fault.remedy());
        }

        static FileFault of(BadField field, TextPositions spots) {
            return new FileFault(spots.of(field.part()), field.part().toString(), field.what(), "");
        }

        static FileFault of(BadText text) {
            return new FileFault(text.spot(), "", text.what(), "");
        }

        void write(JsonOut out) {
            out.begin().number("line", spot.line()).number("column", spot.column());
            out.text("place", place).text("what", what).text("remedy", remedy).end();
        }

        @Override
        public String toString() {
            return spot + ": " + (place.isEmpty() ? "" : place + ": ") + what + (remedy.isEmpty() ? "" : "; " + remedy);
        }
    }
}
