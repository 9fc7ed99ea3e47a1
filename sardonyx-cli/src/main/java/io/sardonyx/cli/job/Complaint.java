package io.sardonyx.cli.job;

import io.sardonyx.job.Fault;
import io.sardonyx.json.BadField;
import io.sardonyx.json.BadText;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.TextPosition;
import io.sardonyx.json.TextPositions;

/** One thing that is wrong with a file: at which spot, with what, and what to do; a place may be empty. */
record Complaint(TextPosition spot, String place, String what, String remedy) {

    static Complaint of(Fault fault, TextPositions spots) {
        return new Complaint(spots.of(fault.part()), fault.place(), fault.what(), fault.remedy());
    }

    static Complaint of(BadField field, TextPositions spots) {
        return new Complaint(spots.of(field.part()), field.part().toString(), field.what(), "");
    }

    static Complaint of(BadText text) {
        return new Complaint(text.spot(), "", text.what(), "");
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
