package io.sardonyx.task;

import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.condition.FailedCondition;
import io.sardonyx.content.ManifestTooLarge;
import io.sardonyx.function.BadFunction;
import io.sardonyx.function.NullResult;
import io.sardonyx.function.WrongSegment;
import io.sardonyx.function.key.MissingKey;
import io.sardonyx.secret.Secrets;
import io.sardonyx.table.UnstorableState;
import io.sardonyx.value.TaskName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Format of a dead letter: a segment that failed, as a map with its cause and origin, so that any output can write it.
 */
public final class DeadLetter {

    /** Limit in characters of a segment within a message. */
    private static final int MOST_SHOWN = 120;
    /** Limit in characters of an exception's text. */
    private static final int MOST_TOLD = 2_000;

    private DeadLetter() {}

    static Map<String, Object> of(Object segment, TaskName task, String cause, @Nullable SegmentOrigin origin) {
        var letter = new LinkedHashMap<String, Object>();
        letter.put("segment", segment);
        letter.put("task", task.text());
        letter.put("cause", cause);
        if (origin != null) {
            letter.put("input", origin.input().text());
            letter.put("partition", origin.partition());
            letter.put("position", origin.position());
        }
        return letter;
    }

    /** A segment's text for messages: secrets redacted, cut to a limit, without control characters. */
    public static String shown(Object segment, Secrets secrets) {
        return cut(secrets.redacted(Secrets.words(segment)), MOST_SHOWN);
    }

    /** The text of an exception thrown by user code: secrets redacted, cut to a limit, without control characters. */
    public static String told(Throwable thrown, Secrets secrets) {
        return cut(secrets.redacted(sentence(thrown)), MOST_TOLD);
    }

    static String sentence(Throwable thrown) {
        return isSentence(thrown) ? String.valueOf(thrown.getMessage()) : Secrets.words(thrown);
    }

    /** Whether the exception is one of the engine's own, whose message is complete without its class name. */
    static boolean isSentence(Throwable thrown) {
        return thrown instanceof UnsendableSegment
                || thrown instanceof FailedCondition
                || thrown instanceof WrongSegment
                || thrown instanceof NullResult
                || thrown instanceof MissingKey
                || thrown instanceof ManifestTooLarge
                || thrown instanceof UnstorableState
                || thrown instanceof BadFunction;
    }

    private static String cut(String text, int most) {
        String some = text.length() <= most ? text : text.substring(0, most) + "…";
        return some.replaceAll("\\p{Cntrl}", " ");
    }
}
