package io.sardonyx.plugin;

/**
 * What {@link Partition#poll} gives in place of a segment that it cannot make of what it read, such as a malformed
 * line.
 *
 * <p>No function sees it: the error policy of the input decides, as about a segment that failed. Of several records
 * only the bad one is concerned.
 *
 * @param position where it begins, as {@link Partition#position} tells it
 * @param text what was read, shortened to {@link #MOST_TEXT} characters
 * @param cause what is wrong with it and where it stands, as shown to people
 */
public record BadRecord(String position, String text, String cause) {

    /** The most characters of the text that are kept. */
    public static final int MOST_TEXT = 2_000;

    public BadRecord {
        text = text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "…";
    }
}
