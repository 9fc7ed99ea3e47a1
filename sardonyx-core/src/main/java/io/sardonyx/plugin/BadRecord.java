package io.sardonyx.plugin;

/**
 * Placeholder that {@link Partition#poll} returns for a record that it cannot parse, such as a malformed line.
 *
 * <p>Functions never see it: the error policy of the input decides, as for a segment that failed. Other records are not
 * affected.
 *
 * @param position where it begins, as by {@link Partition#position}
 * @param text what was read, shortened to {@link #MOST_TEXT} characters
 * @param cause what is wrong with it and where, as text for users
 */
public record BadRecord(String position, String text, String cause) {

    /** Most characters of the text that are kept. */
    public static final int MOST_TEXT = 2_000;

    public BadRecord {
        text = text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "…";
    }
}
