package io.sardonyx.plugin;

/**
 * How much of something is read, in a unit of its own such as bytes, so that people see how far a job has come. Nothing
 * is decided by it.
 *
 * @param behind how much is read
 * @param all how much there is, or negative when nobody knows
 */
public record Extent(long behind, long all) {

    /** Of nothing at all. */
    public static final Extent NONE = new Extent(0, 0);

    /** Of what has no end, or does not tell. */
    public static final Extent UNKNOWN = new Extent(0, -1);

    public boolean isKnown() {
        return all >= 0;
    }

    /** Of both together; unknown if one of them is. */
    public Extent plus(Extent other) {
        return isKnown() && other.isKnown() ? new Extent(behind + other.behind, all + other.all) : UNKNOWN;
    }

    /** The part that is read, from 0 to 1; 0 when nobody knows. */
    public double share() {
        return all <= 0 ? 0 : Math.min(1, (double) behind / all);
    }
}
