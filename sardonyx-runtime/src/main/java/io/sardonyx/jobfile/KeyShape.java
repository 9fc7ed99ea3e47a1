package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.entry.JobDraft;
import io.sardonyx.job.Percentage;
import io.sardonyx.json.Field;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Type of values in job files: a word for the documentation, a JSON Schema, and how a value is read and written. */
record KeyShape<T>(String word, Consumer<ObjectNode> schema, Function<Field, T> read, Function<T, JsonNode> write) {

    /** Stands for all tasks where one could be named. */
    static final String ALL = "all";

    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    static final KeyShape<String> TEXT =
            new KeyShape<>("string", it -> it.put("type", "string").put("minLength", 1), Field::text, NODES::textNode);
    static final KeyShape<Boolean> FLAG =
            new KeyShape<>("boolean", it -> it.put("type", "boolean"), Field::flag, NODES::booleanNode);
    static final KeyShape<Percentage> PERCENTAGE = new KeyShape<>(
            "number",
            it -> it.put("type", "number").put("minimum", 0).put("maximum", 100),
            JobDraft::percentage,
            share -> NODES.numberNode(share.value()));
    static final KeyShape<Duration> TIME = new KeyShape<>(
            "duration",
            it -> it.put("type", "string").put("pattern", "^[Pp]"),
            Field::duration,
            time -> NODES.textNode(time.toString()));
    static final KeyShape<Integer> PEERS = new KeyShape<>(
            "integer",
            it -> {
                ArrayNode either = it.putArray("anyOf");
                either.addObject().put("type", "integer").put("minimum", 1);
                either.addObject().put("const", "infinity");
            },
            JobDraft::bound,
            NODES::numberNode);
    static final KeyShape<TaskName> TASK = TEXT.as(TaskName::of, TaskName::text);
    static final KeyShape<Optional<TaskName>> TASK_OR_ALL = TEXT.as(
            text -> text.equals(ALL) ? Optional.empty() : Optional.of(TaskName.of(text)),
            task -> task.map(TaskName::text).orElse(ALL));

    /** An integer within bounds. */
    static KeyShape<Integer> whole(int least, int most) {
        return new KeyShape<>(
                "integer",
                it -> it.put("type", "integer").put("minimum", least).put("maximum", most),
                field -> (int) field.whole(least, most),
                NODES::numberNode);
    }

    /** A list of values of one type. */
    static <T> KeyShape<List<T>> list(KeyShape<T> items) {
        return new KeyShape<>(
                "list",
                it -> {
                    it.put("type", "array");
                    items.schema.accept(it.putObject("items"));
                },
                field -> field.items().stream().map(items.read).toList(),
                values -> {
                    ArrayNode json = NODES.arrayNode();
                    values.forEach(value -> json.add(items.write.apply(value)));
                    return json;
                });
    }

    /** A keyword for a constant of an enum. */
    static <E extends Enum<E>> KeyShape<E> word(Class<E> type) {
        E[] constants = type.getEnumConstants();
        return new KeyShape<>(
                "keyword",
                it -> {
                    ArrayNode words = it.putArray("enum");
                    for (E constant : constants) {
                        words.add(Keywords.of(constant));
                    }
                },
                field -> Keywords.read(field, constants[0]),
                constant -> NODES.textNode(Keywords.of(constant)));
    }

    /** A type that is defined once in the schema, and referred to. */
    static <T> KeyShape<T> defined(
            String word, String definition, Function<Field, T> read, Function<T, JsonNode> write) {
        return new KeyShape<>(word, it -> it.put("$ref", "#/$defs/" + definition), read, write);
    }

    /** A key of this type. */
    JobKey.Draft<T> key(String name, String meaning) {
        return new JobKey.Draft<>(name, this, meaning);
    }

    /** Looks the same in the file, and is another value of ours. */
    <U> KeyShape<U> as(Function<T, U> of, Function<U, T> to) {
        return new KeyShape<>(word, schema, field -> field.made(of, read.apply(field)), to.andThen(write));
    }
}
