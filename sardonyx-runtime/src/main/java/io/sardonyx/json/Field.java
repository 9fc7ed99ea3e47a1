package io.sardonyx.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sardonyx.job.Part;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value in a JSON document together with its path, so that error messages say where it is. */
public final class Field {

    private static final int QUOTED = 60;

    private final @Nullable Field parent;
    private final String name;
    /** Index in a list, or -1 for a field of an object. */
    private final int index;

    private final JsonNode node;

    private Field(@Nullable Field parent, String name, JsonNode node) {
        this(parent, name, -1, node);
    }

    private Field(@Nullable Field parent, String name, int index, JsonNode node) {
        this.parent = parent;
        this.name = name;
        this.index = index;
        this.node = node;
    }

    static Field root(JsonNode node) {
        return new Field(null, "", node);
    }

    public JsonNode node() {
        return node;
    }

    /** The key of this field. */
    public String name() {
        return name;
    }

    private Part part() {
        if (parent == null) {
            return Part.JOB;
        }
        return index < 0 ? parent.part().at(name) : parent.part().item(index);
    }

    public BadField wrong(String what) {
        return new BadField(part(), what);
    }

    private BadInput wrongType(String expected) {
        return wrong(expected + " was expected, but this is " + shown());
    }

    private String shown() {
        if (isAbsent()) {
            return "missing";
        }
        if (node.isObject()) {
            return "an object";
        }
        if (node.isArray()) {
            return "a list";
        }
        String text = node.toString();
        return text.length() <= QUOTED ? text : text.substring(0, QUOTED) + "…";
    }

    /** Whether it is missing or null. */
    public boolean isAbsent() {
        return node.isMissingNode() || node.isNull();
    }

    public boolean isText() {
        return node.isTextual();
    }

    public boolean isObject() {
        return node.isObject();
    }

    public boolean isList() {
        return node.isArray();
    }

    public boolean isNumber() {
        return node.isNumber();
    }

    /** The field with this key, absent if there is none. */
    public Field at(String key) {
        if (!isAbsent() && !node.isObject()) {
            throw wrongType("an object");
        }
        JsonNode child = node.get(key);
        return new Field(this, key, child == null ? MissingNode.getInstance() : child);
    }

    /** The first present field of two synonymous keys. */
    public Field atEither(String key, String synonym) {
        Field field = at(key);
        if (!field.isAbsent()) {
            return field;
        }
        Field other = at(synonym);
        return other.isAbsent() ? field : other;
    }

    /** The fields of this object in the order of the document; none when it is absent. */
    public List<Field> fields() {
        if (isAbsent()) {
            return List.of();
        }
        if (!node.isObject()) {
            throw wrongType("an object");
        }
        var fields = new ArrayList<Field>(node.size());
        node.properties().forEach(entry -> {
            checkCharacters(entry.getKey());
            fields.add(new Field(this, entry.getKey(), entry.getValue()));
        });
        return fields;
    }

    /** The values of this list; none when it is absent. */
    public List<Field> items() {
        if (isAbsent()) {
            return List.of();
        }
        if (!node.isArray()) {
            throw wrongType("a list");
        }
        var items = new ArrayList<Field>(node.size());
        for (JsonNode item : node) {
            items.add(new Field(this, "", items.size(), item));
        }
        return items;
    }

    public String text() {
        if (!node.isTextual()) {
            throw wrongType("a text");
        }
        checkCharacters(node.textValue());
        return node.textValue();
    }

    public String textOr(String other) {
        return isAbsent() ? other : text();
    }

    /** A string or number without quotes, for messages. */
    public String plain() {
        return node.asText();
    }

    /** A string or a whole number, as a string. */
    public String numeral() {
        return node.isIntegralNumber() ? node.asText() : text();
    }

    /** Rejects unpaired surrogates, which JSON allows but UTF-8 cannot encode. */
    private void checkCharacters(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw wrong("a text has half a character at index " + i);
            }
        }
    }

    /** This string converted to a domain value, whose {@link IllegalArgumentException} becomes a {@link BadField}. */
    public <T> T as(Function<String, T> of) {
        return made(of, text());
    }

    /** The key of this field converted to a domain value. */
    public <T> T nameAs(Function<String, T> of) {
        return made(of, name);
    }

    public <T, U> T made(Function<U, T> of, U from) {
        try {
            return of.apply(from);
        } catch (IllegalArgumentException e) {
            throw wrong(Objects.requireNonNullElse(e.getMessage(), "no such value: " + from));
        }
    }

    /** An ISO-8601 duration, such as {@code PT0.5S}. */
    public Duration duration() {
        try {
            return Duration.parse(text());
        } catch (DateTimeParseException e) {
            throw wrongType("a length of time such as \"PT0.5S\"");
        }
    }

    /** A value made of several fields of this one, which may be inconsistent. */
    public <T> T made(String what, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            throw wrong(what + ": " + e.getMessage());
        }
    }

    /** The strings of this list converted to domain values, without duplicates. */
    public <T> List<T> all(Function<String, T> of) {
        return items().stream().map(item -> item.as(of)).distinct().toList();
    }

    public long whole(long least, long most) {
        if (!node.isIntegralNumber()) {
            throw wrongType("a whole number");
        }
        if (!node.canConvertToLong() || node.longValue() < least || node.longValue() > most) {
            String bounds = most == Long.MAX_VALUE ? "at least " + least : "from " + least + " to " + most;
            throw wrongType("a whole number " + bounds);
        }
        return node.longValue();
    }

    public int count(int least) {
        return (int) whole(least, Integer.MAX_VALUE);
    }

    public long position() {
        return whole(0, Long.MAX_VALUE);
    }

    public boolean flag() {
        if (!node.isBoolean()) {
            throw wrongType("true or false");
        }
        return node.booleanValue();
    }

    boolean isTrue() {
        return node.isBoolean() && node.booleanValue();
    }

    /** A number whose exponent is within ±100, so that arithmetic with it is cheap. */
    public BigDecimal decimal() {
        if (!node.isNumber()) {
            throw wrongType("a number");
        }
        BigDecimal value = node.decimalValue();
        if (Math.abs((long) value.scale()) > 100) {
            throw wrongType("a number of modest size");
        }
        return value;
    }
}
