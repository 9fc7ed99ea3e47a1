package io.sardonyx.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/**
 * Writes JSON as a sentence per field; what would be empty can be left out without looking ahead.
 *
 * <p>A history has millions of fields, so each is written without a detour: no closure, no copy.
 */
public final class JsonOut {

    private final JsonGenerator json;
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

    /** Begins an object that stands alone or in a list. */
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

    /** Begins an object that is left out, key and all, unless something is put into it before its end. */
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

    /** A number in digits. */
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

    /** A list of texts. */
    public JsonOut texts(String key, Collection<?> values) {
        beginList(key);
        for (Object value : values) {
            text(value.toString());
        }
        return endList();
    }

    /** A list of texts that is left out when there are none. */
    public JsonOut textsUnlessEmpty(String key, Collection<?> values) {
        return values.isEmpty() ? this : texts(key, values);
    }

    /** A text that stands for a number is a number, so that ids which once were numbers look as they did. */
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

    /** Ends the line, so that the next object begins another one. */
    public JsonOut newLine() {
        try {
            json.writeRaw('\n');
            json.flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Hands all that was written to the target. */
    public void flush() {
        try {
            json.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
