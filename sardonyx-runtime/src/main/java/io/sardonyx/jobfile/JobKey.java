package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key of a job file: the single description from which parser, JSON Schema and reference page are made.
 *
 * @param meaning in Markdown
 * @param absent what holds unless it is given, in Markdown
 * @param usual the default value, or null if there is none
 */
record JobKey(
        String name,
        KeyShape shape,
        String meaning,
        String absent,
        @Nullable Object usual) {

    private static final String NEEDED = "needed";
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

    /** A required key. */
    static JobKey needed(String name, KeyShape shape, String meaning) {
        return new JobKey(name, shape, meaning, NEEDED, null);
    }

    /** A key with a default value. */
    static JobKey usually(Object usual, String name, KeyShape shape, String meaning) {
        return new JobKey(name, shape, meaning, usual instanceof Number ? usual.toString() : "`" + usual + "`", usual);
    }

    boolean isNeeded() {
        return absent.equals(NEEDED);
    }

    /** Adds it to the properties of a JSON Schema. */
    void describe(ObjectNode properties) {
        ObjectNode schema = properties.putObject(name);
        schema.put("description", LINK.matcher(meaning).replaceAll("$1").replace("`", "'"));
        shape.schema().accept(schema);
        if (usual instanceof Boolean flag) {
            schema.put("default", flag);
        } else if (usual instanceof Integer number) {
            schema.put("default", number);
        } else if (usual != null) {
            schema.put("default", Objects.toString(usual));
        }
    }

    /** Its row in a Markdown table. */
    String row() {
        return "| `" + name + "` | " + shape.word() + " | " + meaning + " | " + absent + " |\n";
    }
}
