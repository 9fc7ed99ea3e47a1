package io.sardonyx.connect;

/** Positions that are numbers: of segments, or of bytes. */
final class Positions {

    private Positions() {}

    /** What was once written by {@link Long#toString}. */
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
