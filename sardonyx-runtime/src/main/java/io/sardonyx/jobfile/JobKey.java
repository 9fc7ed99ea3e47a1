package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key of a job file, described once for the reader, the JSON Schema and the page about jobs.
 *
 * @param meaning in Markdown
 * @param absent what holds unless it is given, in Markdown
 * @param usual the value that means the same as leaving it out, if there is one
 */
record JobKey(
        String name,
        KeyShape shape,
        String meaning,
        String absent,
        @Nullable Object usual) {

    private static final String NEEDED = "needed";
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

    /** A key without which a job is none. */
    static JobKey needed(String name, KeyShape shape, String meaning) {
        return new JobKey(name, shape, meaning, NEEDED, null);
    }

    /** A key that is as good as given with its usual value. */
    static JobKey usually(Object usual, String name, KeyShape shape, String meaning) {
        return new JobKey(name, shape, meaning, usual instanceof Number ? usual.toString() : "`" + usual + "`", usual);
    }

    boolean isNeeded() {
        return absent.equals(NEEDED);
    }

    /** Puts it among the properties of an object. */
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

    /** Its row in a table. */
    String row() {
        return "| `" + name + "` | " + shape.word() + " | " + meaning + " | " + absent + " |\n";
    }
}
