package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.json.Field;
import io.sardonyx.value.text.Spelling;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The keys that an object in a job file may have, in the order of the documentation.
 *
 * @param <B> what the object is read into, key by key
 * @param <V> what it is written from
 */
final class KeyTable<B, V> {

    private final Map<String, JobKey<V, ?>> keys = new LinkedHashMap<>();
    private final Map<String, BiConsumer<B, Field>> readers = new LinkedHashMap<>();

    /** A key whose value is set when it is read; what refuses it by an exception is a fault of the file. */
    final class Row<T> {

        private final JobKey.Draft<T> draft;

        private Row(JobKey.Draft<T> draft) {
            this.draft = draft;
        }

        KeyTable<B, V> usually(T usual, Function<V, @Nullable T> get, BiConsumer<B, T> set) {
            return with(draft.usually(usual, get), reader(set));
        }

        KeyTable<B, V> optional(String absent, Function<V, @Nullable T> get, BiConsumer<B, T> set) {
            return with(draft.optional(absent, get), reader(set));
        }

        private BiConsumer<B, Field> reader(BiConsumer<B, T> set) {
            return (target, field) -> {
                T value = draft.shape().read().apply(field);
                field.made(
                        it -> {
                            set.accept(target, it);
                            return it;
                        },
                        value);
            };
        }
    }

    /** Begins a row. */
    <T> Row<T> key(String name, KeyShape<T> shape, String meaning) {
        return new Row<>(new JobKey.Draft<>(name, shape, meaning));
    }

    /** Adds a key that is read together with others. */
    KeyTable<B, V> with(JobKey<V, ?> key) {
        keys.put(key.name(), key);
        return this;
    }

    /** Adds a key whose field is read by the target itself. */
    KeyTable<B, V> with(JobKey<V, ?> key, BiConsumer<B, Field> reader) {
        readers.put(key.name(), reader);
        return with(key);
    }

    /** Refuses a field whose key is not among these. */
    void check(Field field) {
        if (!keys.containsKey(field.name())) {
            throw field.wrong("is not known here" + Spelling.didYouMean(field.name(), keys.keySet()));
        }
    }

    /** Refuses an object with other keys, which would silently be ignored otherwise. */
    void checkAll(Field object) {
        object.fields().forEach(this::check);
    }

    /** Reads one field of an object, unless it is absent or read with others. */
    void read(Field field, B target) {
        BiConsumer<B, Field> reader = readers.get(field.name());
        if (reader != null && !field.isAbsent()) {
            reader.accept(target, field);
        }
    }

    ObjectNode write(V from) {
        ObjectNode json = KeyShape.NODES.objectNode();
        keys.values().forEach(key -> key.write(from, json));
        return json;
    }

    /** Describes the object in a JSON Schema. */
    void describe(ObjectNode schema) {
        schema.put("type", "object").put("additionalProperties", false);
        ObjectNode properties = schema.putObject("properties");
        keys.values().forEach(key -> key.describe(properties));
        ArrayNode required = KeyShape.NODES.arrayNode();
        keys.values().stream().filter(JobKey::isNeeded).forEach(key -> required.add(key.name()));
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
    }

    /** A Markdown table of the keys. */
    String markdown() {
        return keys.values().stream()
                .map(JobKey::row)
                .collect(Collectors.joining("", "| key | type | means | unless given |\n|---|---|---|---|\n", ""));
    }
}
