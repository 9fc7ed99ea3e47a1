package io.sardonyx.engine;

import io.sardonyx.exchange.Origin;
import io.sardonyx.value.TaskName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A segment that failed, as it is sent to whoever takes dead letters: a table, so that any output can write it. */
final class DeadLetter {

    private DeadLetter() {}

    static Map<String, Object> of(Object segment, TaskName task, String cause, @Nullable Origin origin) {
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

    /** A segment as it may stand in a sentence, however long or hostile it is. */
    static String shown(Object segment) {
        String text;
        try {
            text = String.valueOf(segment);
        } catch (RuntimeException e) {
            text = segment.getClass().getName() + " that cannot be shown ("
                    + e.getClass().getSimpleName() + ")";
        }
        String plain = text.replaceAll("\\p{Cntrl}", " ");
        return plain.length() <= 120 ? plain : plain.substring(0, 120) + "…";
    }
}
