package io.sardonyx.json;

import io.sardonyx.job.Part;

/** A field of a document cannot be used; whoever has its text can say where that stands. */
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
