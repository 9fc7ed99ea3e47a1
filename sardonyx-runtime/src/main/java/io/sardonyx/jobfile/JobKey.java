package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.json.Field;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key of an object in a job file: the single description from which parser, writer, JSON Schema and reference page
 * are made.
 *
 * @param meaning in Markdown
 * @param absent what holds unless it is given, in Markdown
 * @param usual the default value, or null if there is none; it is not written
 * @param get the value that an object has of it, or null if nothing is to be written
 */
record JobKey<V, T>(
        String name,
        KeyShape<T> shape,
        String meaning,
        String absent,
        @Nullable T usual,
        Function<V, @Nullable T> get) {

    private static final String NEEDED = "needed";
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

    /** What a key is called, holds and means, before it is said whether it may be left out. */
    record Draft<T>(String name, KeyShape<T> shape, String meaning) {

        /** A required key. */
        <V> JobKey<V, T> needed(Function<V, T> get) {
            return new JobKey<>(name, shape, meaning, NEEDED, null, get);
        }

        /** A key with a default value. */
        <V> JobKey<V, T> usually(T usual, Function<V, @Nullable T> get) {
            JsonNode value = shape.write().apply(usual);
            String absent = value.isNumber() ? value.asText() : "`" + value.asText() + "`";
            return new JobKey<>(name, shape, meaning, absent, usual, get);
        }

        /** A key that may be left out, and then means what no value of it says. */
        <V> JobKey<V, T> optional(String absent, Function<V, @Nullable T> get) {
            return new JobKey<>(name, shape, meaning, absent, null, get);
        }
    }

    boolean isNeeded() {
        return absent.equals(NEEDED);
    }

    /** Its value in an object, which has it unless there is a default. */
    T in(Field object) {
        return found(object).orElseGet(() -> shape.read().apply(object.at(name)));
    }

    /** Its value in an object, or the default, or none. */
    Optional<T> found(Field object) {
        Field field = object.at(name);
        return field.isAbsent()
                ? Optional.ofNullable(usual)
                : Optional.of(shape.read().apply(field));
    }

    /** Writes it, unless that would say what holds anyway. */
    void write(V from, ObjectNode json) {
        T value = get.apply(from);
        boolean empty = value instanceof Collection<?> all && all.isEmpty() && !isNeeded();
        if (value != null && value != usual && !value.equals(usual) && !empty) {
            json.set(name, shape.write().apply(value));
        }
    }

    /** Adds it to the properties of a JSON Schema. */
    void describe(ObjectNode properties) {
        ObjectNode schema = properties.putObject(name);
        schema.put("description", LINK.matcher(meaning).replaceAll("$1").replace("`", "'"));
        shape.schema().accept(schema);
        if (usual != null) {
            schema.set("default", shape.write().apply(usual));
        }
    }

    /** Its row in a Markdown table. */
    String row() {
        return "| `" + name + "` | " + shape.word() + " | " + meaning + " | " + absent + " |\n";
    }
}
