package io.sardonyx.plugin;

/**
 * Progress of reading, in a unit of the input's own such as bytes, for display only.
 *
 * @param behind how much has been read
 * @param all the total, or negative when unknown
 */
public record Extent(long behind, long all) {

    /** Progress of an empty input. */
    public static final Extent NONE = new Extent(0, 0);

    /** Progress of an input without an end, or that does not report it. */
    public static final Extent UNKNOWN = new Extent(0, -1);

    public boolean isKnown() {
        return all >= 0;
    }

    /** The sum of two; unknown if one of them is. */
    public Extent plus(Extent other) {
        return isKnown() && other.isKnown() ? new Extent(behind + other.behind, all + other.all) : UNKNOWN;
    }

    /** The part that has been read, from 0 to 1; 0 when unknown. */
    public double share() {
        return all <= 0 ? 0 : Math.min(1, (double) behind / all);
    }
}
