package io.sardonyx.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fluent writer of JSON: one call per field; objects that would be empty can be left out without looking ahead.
 *
 * <p>A log has millions of fields, so the methods allocate no closures and no copies.
 */
public final class JsonOut {

    private final JsonGenerator json;
    /** Keys of begun objects that are not written yet, as they are still empty. */
    private final Deque<String> unopened = new ArrayDeque<>();

    JsonOut(JsonGenerator json) {
        this.json = json;
    }

    private JsonGenerator opened() throws IOException {
        while (!unopened.isEmpty()) {
            json.writeObjectFieldStart(unopened.removeFirst());
        }
        return json;
    }

    /** Begins an object at the root or in a list. */
    public JsonOut begin() {
        try {
            opened().writeStartObject();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Begins an object under a key. */
    public JsonOut begin(String key) {
        return key(key).begin();
    }

    /** Begins an object that is left out, with its key, if nothing is written into it before its end. */
    public JsonOut beginUnlessEmpty(String key) {
        unopened.addLast(key);
        return this;
    }

    public JsonOut end() {
        if (!unopened.isEmpty()) {
            unopened.removeLast();
            return this;
        }
        try {
            json.writeEndObject();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public JsonOut beginList(String key) {
        try {
            opened().writeArrayFieldStart(key);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public JsonOut endList() {
        try {
            json.writeEndArray();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonOut key(String key) {
        try {
            opened().writeFieldName(key);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonOut text(String text) {
        try {
            json.writeString(text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A number given in digits. */
    private JsonOut digits(String digits) {
        try {
            json.writeNumber(digits);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public JsonOut text(String key, Object value) {
        return key(key).text(value.toString());
    }

    public JsonOut number(String key, long value) {
        try {
            key(key);
            json.writeNumber(value);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public JsonOut number(String key, BigDecimal value) {
        return key(key).digits(value.toPlainString());
    }

    public JsonOut flag(String key, boolean value) {
        try {
            key(key);
            json.writeBoolean(value);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A value that is composed of lists, maps, texts, numbers, flags and null; anything else is written as its text,
     * bytes in Base64. A map whose keys are not all texts or numbers is a list of pairs.
     */
    public JsonOut value(String key, @Nullable Object value) {
        key(key);
        try {
            write(value);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(@Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof Number number) {
            write(number);
        } else if (value instanceof byte[] bytes) {
            json.writeString(Base64.getEncoder().encodeToString(bytes));
        } else if (value instanceof Collection<?> items) {
            json.writeStartArray();
            for (Object item : items) {
                write(item);
            }
            json.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            write(map);
        } else {
            json.writeString(value.toString());
        }
    }

    private void write(Number number) throws IOException {
        if (number instanceof Double || number instanceof Float) {
            json.writeNumber(number.doubleValue());
        } else {
            json.writeNumber(number.toString());
        }
    }

    private void write(Map<?, ?> map) throws IOException {
        if (map.keySet().stream().allMatch(key -> key instanceof String || key instanceof Number)) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(entry.getKey().toString());
                write(entry.getValue());
            }
            json.writeEndObject();
        } else {
            json.writeStartArray();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                write(Arrays.asList(entry.getKey(), entry.getValue()));
            }
            json.writeEndArray();
        }
    }

    /** A list of strings. */
    public JsonOut texts(String key, Collection<?> values) {
        beginList(key);
        for (Object value : values) {
            text(value.toString());
        }
        return endList();
    }

    /** A list of strings that is left out when it is empty. */
    public JsonOut textsUnlessEmpty(String key, Collection<?> values) {
        return values.isEmpty() ? this : texts(key, values);
    }

    /** A string of digits is written as a number, so that ids which once were numbers look as they did. */
    public JsonOut numeral(String text) {
        return isNumeral(text) ? digits(text) : text(text);
    }

    public JsonOut numeral(String key, String text) {
        return key(key).numeral(text);
    }

    private static boolean isNumeral(String text) {
        boolean canonical = !text.isEmpty() && text.length() <= 18 && (text.charAt(0) != '0' || text.length() == 1);
        return canonical && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Ends the line, so that the next object begins on another one. */
    public JsonOut newLine() {
        try {
            json.writeRaw('\n');
            json.flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Flushes all that was written to the target. */
    public void flush() {
        try {
            json.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the document: all of it is with the target, and the buffers are there for the next one. */
    public void finish() {
        try {
            json.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
