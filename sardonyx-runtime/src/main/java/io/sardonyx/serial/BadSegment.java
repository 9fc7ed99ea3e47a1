package io.sardonyx.serial;

/** A value that cannot become bytes, or bytes that cannot become a value. */
public abstract sealed class BadSegment extends RuntimeException permits Malformed, NoCodec, TooLarge {

    private final String problem;
    private String path = "";

    BadSegment(String problem) {
        super(problem);
        this.problem = problem;
    }

    /** The same fault, seen from one step further outside; so nobody has to keep a path while all goes well. */
    final BadSegment within(String step) {
        path = path.isEmpty() || path.startsWith("[") ? step + path : step + "." + path;
        return this;
    }

    /** Where in the segment, like {@code orders[3].price}; empty for the segment itself or where nobody knows. */
    public final String path() {
        return path;
    }

    /** The place, if it is inside the segment, and what is wrong there. */
    @Override
    public String getMessage() {
        return path.isEmpty() ? problem : "at " + path + ": " + problem;
    }
}
