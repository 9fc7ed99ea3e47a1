package io.sardonyx.job.outline;

import io.sardonyx.value.TaskName;
import org.jspecify.annotations.Nullable;

/**
 * Why a job was stopped, as far as anybody said.
 *
 * @param reason in the words of whoever stopped it, or of what its function threw; what is longer than
 *     {@value #LONGEST} characters is {@linkplain #cut cut}
 * @param task the task that failed, or null when nothing did
 * @param by who stopped it, or null when a task's failure did; cut likewise
 */
public record Cause(
        @Nullable String reason,
        @Nullable TaskName task,
        @Nullable String by) {

    /** The most characters of a text that goes into an entry. */
    public static final int LONGEST = 2_000;

    public static final Cause UNSAID = new Cause(null, null, null);

    public Cause {
        reason = reason == null ? null : cut(reason);
        by = by == null ? null : cut(by);
    }

    /**
     * A text of at most {@value #LONGEST} characters that says at its end how many are missing. One that was cut before
     * stays as it is.
     */
    public static String cut(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        String note = "… (cut, it had " + text.length() + " characters)";
        int end = LONGEST - note.length();
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + note;
    }
}
