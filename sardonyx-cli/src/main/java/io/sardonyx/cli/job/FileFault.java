package io.sardonyx.cli.job;

import io.sardonyx.job.Fault;
import io.sardonyx.json.BadField;
import io.sardonyx.json.BadText;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.TextPosition;
import io.sardonyx.json.TextPositions;

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
