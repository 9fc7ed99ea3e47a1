package io.sardonyx.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Canonical JSON for checksums and hashes: equal documents have equal bytes.
 *
 * <p>UTF-8 without white space. The keys of an object in the order of their UTF-16 code units. In texts only the quote,
 * the backslash and the control characters below space are escaped: {@code \b \t \n \f \r} in short, the others as
 * {@code \}{@code u00XX} in upper case. A whole number in digits; any other without trailing zeros, in digits unless
 * its exponent is beyond 30.
 */
public final class CanonicalJson {

    private static final int PLAIN_EXPONENT = 30;
    private static final int MAX_EXPONENT = 1_000_000;

    private CanonicalJson() {}

    /** An object without some of its fields, in canonical form. */
    public static byte[] without(Set<String> left, JsonNode object) {
        var fields = new TreeMap<String, JsonNode>();
        object.properties().forEach(entry -> {
            if (!left.contains(entry.getKey())) {
                fields.put(entry.getKey(), entry.getValue());
            }
        });
        return bytes(generator -> writeObject(fields, generator));
    }

    public static byte[] of(JsonNode node) {
        return bytes(generator -> write(node, generator));
    }

    private interface Content {
        void writeTo(JsonGenerator generator) throws IOException;
    }

    private static byte[] bytes(Content content) {
        var text = new StringWriter();
        try (JsonGenerator generator = Json.generator(text)) {
            content.writeTo(generator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void write(JsonNode node, JsonGenerator generator) throws IOException {
        if (node.isObject()) {
            var fields = new TreeMap<String, JsonNode>();
            node.properties().forEach(entry -> fields.put(entry.getKey(), entry.getValue()));
            writeObject(fields, generator);
        } else if (node.isArray()) {
            generator.writeStartArray();
            for (JsonNode item : node) {
                write(item, generator);
            }
            generator.writeEndArray();
        } else if (node.isNumber()) {
            generator.writeNumber(number(node));
        } else if (node.isTextual()) {
            generator.writeString(node.textValue());
        } else {
            generator.writeRawValue(node.toString());
        }
    }

    private static void writeObject(Map<String, JsonNode> fields, JsonGenerator generator) throws IOException {
        generator.writeStartObject();
        for (var field : fields.entrySet()) {
            generator.writeFieldName(field.getKey());
            write(field.getValue(), generator);
        }
        generator.writeEndObject();
    }

    private static String number(JsonNode node) {
        if (node.isIntegralNumber()) {
            return node.bigIntegerValue().toString();
        }
        if (Math.abs((long) node.decimalValue().scale()) > MAX_EXPONENT) {
            throw new BadInput("has a number with an absurd exponent");
        }
        BigDecimal value = node.decimalValue().stripTrailingZeros();
        return Math.abs((long) value.scale()) <= PLAIN_EXPONENT ? value.toPlainString() : value.toString();
    }
}
