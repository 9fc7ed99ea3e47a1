package io.sardonyx.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/** Writes JSON objects as a sentence per field; what would be empty can be left out without looking ahead. */
public final class JsonOut {

    private final JsonGenerator json;
    private final Deque<String> unopened = new ArrayDeque<>();

    JsonOut(JsonGenerator json) {
        this.json = json;
    }

    private interface Write {
        void to(JsonGenerator json) throws IOException;
    }

    private JsonOut write(Write write) {
        try {
            while (!unopened.isEmpty()) {
                json.writeObjectFieldStart(unopened.removeFirst());
            }
            write.to(json);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Begins an object that stands alone or in a list. */
    public JsonOut begin() {
        return write(JsonGenerator::writeStartObject);
    }

    /** Begins an object under a key. */
    public JsonOut begin(String key) {
        return write(out -> out.writeObjectFieldStart(key));
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
        return write(JsonGenerator::writeEndObject);
    }

    public JsonOut beginList(String key) {
        return write(out -> out.writeArrayFieldStart(key));
    }

    public JsonOut endList() {
        return write(JsonGenerator::writeEndArray);
    }

    public JsonOut text(String key, Object value) {
        return write(out -> out.writeStringField(key, value.toString()));
    }

    public JsonOut number(String key, long value) {
        return write(out -> out.writeNumberField(key, value));
    }

    public JsonOut number(String key, BigDecimal value) {
        return write(out -> {
            out.writeFieldName(key);
            out.writeNumber(value.toPlainString());
        });
    }

    public JsonOut flag(String key, boolean value) {
        return write(out -> out.writeBooleanField(key, value));
    }

    /** A list of texts. */
    public JsonOut texts(String key, Collection<?> values) {
        return write(out -> {
            out.writeArrayFieldStart(key);
            for (Object value : values) {
                out.writeString(value.toString());
            }
            out.writeEndArray();
        });
    }

    /** A list of texts that is left out when there are none. */
    public JsonOut textsUnlessEmpty(String key, Collection<?> values) {
        return values.isEmpty() ? this : texts(key, values);
    }

    /** A text that stands for a number is a number, so that ids which once were numbers look as they did. */
    JsonOut numeral(String text) {
        return write(out -> {
            if (isNumeral(text)) {
                out.writeNumber(Long.parseLong(text));
            } else {
                out.writeString(text);
            }
        });
    }

    JsonOut numeral(String key, String text) {
        write(out -> out.writeFieldName(key));
        return numeral(text);
    }

    private static boolean isNumeral(String text) {
        boolean canonical = !text.isEmpty() && text.length() <= 18 && (text.charAt(0) != '0' || text.length() == 1);
        return canonical && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Ends the line, so that the next object begins another one. */
    public JsonOut newLine() {
        return write(out -> {
            out.writeRaw('\n');
            out.flush();
        });
    }

    /** Hands all that was written to the target. */
    public void flush() {
        write(JsonGenerator::flush);
    }
}
