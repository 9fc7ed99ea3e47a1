package io.sardonyx.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writer of any value as a line of JSON: maps, lists, arrays, records by their components, numbers, booleans, strings,
 * null; everything else as its {@code toString}. Not thread-safe.
 */
public final class JsonLines {

    private final OutputStream target;
    /** Reused generator; null after a failure, since its state is unknown then. */
    private @Nullable JsonGenerator json;

    /** Writes to a target that is neither flushed nor closed. */
    public JsonLines(OutputStream target) {
        this.target = target;
    }

    /** Writes a whole line; if this throws, a part of it may have been written. */
    public void write(@Nullable Object value) throws IOException {
        JsonGenerator generator = json == null ? Json.generator(target) : json;
        json = null;
        value(generator, value);
        generator.writeRaw('\n');
        generator.flush();
        json = generator;
    }

    private static void value(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof CharSequence text) {
            json.writeString(text.toString());
        } else if (value instanceof Number number) {
            number(json, number);
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof Map<?, ?> table) {
            table(json, table);
        } else if (value instanceof Record parts) {
            table(json, RecordComponents.of(parts));
        } else if (value instanceof Iterable<?> list && !(value instanceof Path)) {
            list(json, list);
        } else if (value instanceof byte[] bytes) {
            json.writeBinary(bytes);
        } else if (value.getClass().isArray()) {
            array(json, value);
        } else {
            json.writeString(value.toString());
        }
    }

    private static void number(JsonGenerator json, Number number) throws IOException {
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            json.writeNumber(number.longValue());
        } else if (number instanceof Double) {
            json.writeNumber(number.doubleValue());
        } else if (number instanceof Float) {
            json.writeNumber(number.floatValue());
        } else if (number instanceof BigDecimal decimal) {
            json.writeNumber(decimal);
        } else if (number instanceof BigInteger whole) {
            json.writeNumber(whole);
        } else {
            json.writeNumber(new BigDecimal(number.toString()));
        }
    }

    private static void table(JsonGenerator json, Map<?, ?> table) throws IOException {
        json.writeStartObject();
        for (Map.Entry<?, ?> entry : table.entrySet()) {
            json.writeFieldName(String.valueOf(entry.getKey()));
            value(json, entry.getValue());
        }
        json.writeEndObject();
    }

    private static void list(JsonGenerator json, Iterable<?> list) throws IOException {
        json.writeStartArray();
        for (Object item : list) {
            value(json, item);
        }
        json.writeEndArray();
    }

    private static void array(JsonGenerator json, Object array) throws IOException {
        json.writeStartArray();
        int length = Array.getLength(array);
        for (int i = 0; i < length; i++) {
            value(json, Array.get(array, i));
        }
        json.writeEndArray();
    }
}
