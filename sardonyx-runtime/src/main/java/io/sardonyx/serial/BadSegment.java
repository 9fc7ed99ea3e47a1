package io.sardonyx.serial;

/** Thrown for a value that cannot be serialized, or bytes that cannot be deserialized. */
public abstract sealed class BadSegment extends RuntimeException permits Malformed, NoCodec, TooLarge {

    private final String problem;
    private String path = "";

    BadSegment(String problem) {
        super(problem);
        this.problem = problem;
    }

    /**
     * Prepends a step to the path while the exception propagates, so that no path has to be kept in the normal case.
     */
    final BadSegment within(String step) {
        path = path.isEmpty() || path.startsWith("[") ? step + path : step + "." + path;
        return this;
    }

    /** Path within the segment, like {@code orders[3].price}; empty for the segment itself or if unknown. */
    public final String path() {
        return path;
    }

    /** The path, if there is one, and what is wrong there. */
    @Override
    public String getMessage() {
        return path.isEmpty() ? problem : "at " + path + ": " + problem;
    }
}
