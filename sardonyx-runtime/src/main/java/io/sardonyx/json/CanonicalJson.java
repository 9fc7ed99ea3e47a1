package io.sardonyx.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Set;

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

    /** Enough for most entries. */
    private static final int INITIAL_CHARS = 512;

    private static final String SHORT_ESCAPED = "\b\t\n\f\r\"\\";
    private static final String SHORT_ESCAPES = "btnfr\"\\";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private CanonicalJson() {}

    /** An object without some of its fields, in canonical form. */
    public static byte[] without(Set<String> left, JsonNode object) {
        var text = new StringBuilder(INITIAL_CHARS);
        writeObject(object, left, text);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] of(JsonNode node) {
        var text = new StringBuilder(INITIAL_CHARS);
        write(node, text);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** By hand, as a generator and a sorted map for each object take longer than all else about an entry. */
    private static void write(JsonNode node, StringBuilder text) {
        if (node.isTextual()) {
            writeText(node.textValue(), text);
        } else if (node.isObject()) {
            writeObject(node, Set.of(), text);
        } else if (node.isArray()) {
            char before = '[';
            for (JsonNode item : node) {
                text.append(before);
                write(item, text);
                before = ',';
            }
            text.append(node.isEmpty() ? "[]" : "]");
        } else if (node.isInt() || node.isLong()) {
            text.append(node.longValue());
        } else {
            text.append(node.isNumber() ? number(node) : node.toString());
        }
    }

    private static void writeObject(JsonNode object, Set<String> left, StringBuilder text) {
        var keys = new ArrayList<String>(object.size());
        boolean isSorted = true;
        for (var names = object.fieldNames(); names.hasNext(); ) {
            String key = names.next();
            isSorted &= keys.isEmpty() || keys.get(keys.size() - 1).compareTo(key) < 0;
            keys.add(key);
        }
        if (!isSorted) {
            Collections.sort(keys);
        }
        text.append('{');
        boolean isFirst = true;
        for (String key : keys) {
            if (!left.contains(key)) {
                if (!isFirst) {
                    text.append(',');
                }
                isFirst = false;
                writeText(key, text);
                text.append(':');
                write(object.get(key), text);
            }
        }
        text.append('}');
    }

    private static void writeText(String value, StringBuilder text) {
        text.append('"');
        int written = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                text.append(value, written, i);
                writeEscaped(c, text);
                written = i + 1;
            }
        }
        text.append(value, written, value.length()).append('"');
    }

    private static void writeEscaped(char c, StringBuilder text) {
        text.append('\\');
        int shortForm = SHORT_ESCAPED.indexOf(c);
        if (shortForm >= 0) {
            text.append(SHORT_ESCAPES.charAt(shortForm));
        } else {
            text.append("u00").append(HEX.toHexDigits((byte) c));
        }
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
