package io.sardonyx.json;

import io.sardonyx.job.Part;

/**
 * Thrown when a field of a document has an invalid value, with the field's path, from which a caller that has the text
 * can derive line and column.
 */
public final class BadField extends BadInput {

    private static final long serialVersionUID = 1;

    private final transient Part part;
    private final String what;

    BadField(Part part, String what) {
        super(part.equals(Part.JOB) ? what : part + ": " + what);
        this.part = part;
        this.what = what;
    }

    public Part part() {
        return part;
    }

    public String what() {
        return what;
    }
}
