package io.sardonyx.assignment;

/**
 * How often a job went back to its latest checkpoint, and the last time.
 *
 * @param position of the entry that made it go back
 * @param reason what was lost; empty when its peers had changed
 */
public record Rewinds(long count, long position, String reason) {

    /** A job that never went back. */
    public static final Rewinds NONE = new Rewinds(0, -1, "");

    /** With one more. */
    public Rewinds and(long at, String why) {
        return new Rewinds(count + 1, at, why);
    }
}
