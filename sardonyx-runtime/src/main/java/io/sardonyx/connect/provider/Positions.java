package io.sardonyx.connect.provider;

/** Parser of numeric positions: counts of segments, or byte offsets. */
final class Positions {

    private Positions() {}

    /** Parses what {@link Long#toString} wrote. */
    static long parse(String position) {
        try {
            long number = Long.parseLong(position);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("position '" + position + "' is no number", e);
        }
        throw new IllegalArgumentException("position " + position + " is below 0");
    }
}
