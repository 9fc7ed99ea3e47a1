package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.json.Keywords;
import java.util.function.Consumer;

/** Type of a key's value: a word for the documentation, and a JSON Schema. */
record KeyShape(String word, Consumer<ObjectNode> schema) {

    static final KeyShape TEXT =
            new KeyShape("string", it -> it.put("type", "string").put("minLength", 1));
    static final KeyShape FLAG = new KeyShape("boolean", it -> it.put("type", "boolean"));
    static final KeyShape PERCENTAGE = new KeyShape(
            "number", it -> it.put("type", "number").put("minimum", 0).put("maximum", 100));
    static final KeyShape TIME =
            new KeyShape("duration", it -> it.put("type", "string").put("pattern", "^[Pp]"));
    static final KeyShape TABLE = new KeyShape("object", it -> it.put("type", "object"));
    static final KeyShape PEERS = new KeyShape("integer", it -> {
        ArrayNode either = it.putArray("anyOf");
        either.addObject().put("type", "integer").put("minimum", 1);
        either.addObject().put("const", "infinity");
    });

    /** An integer within bounds. */
    static KeyShape whole(int least, int most) {
        return new KeyShape(
                "integer", it -> it.put("type", "integer").put("minimum", least).put("maximum", most));
    }

    /** A list of values of one type. */
    static KeyShape list(KeyShape items) {
        return new KeyShape("list", it -> {
            it.put("type", "array");
            items.schema.accept(it.putObject("items"));
        });
    }

    /** A keyword for a constant of an enum. */
    static KeyShape word(Class<? extends Enum<?>> type) {
        return new KeyShape("keyword", it -> {
            ArrayNode words = it.putArray("enum");
            for (Enum<?> constant : type.getEnumConstants()) {
                words.add(Keywords.of(constant));
            }
        });
    }

    /** A reference to a type that is defined once in the schema. */
    static KeyShape defined(String word, String definition) {
        return new KeyShape(word, it -> it.put("$ref", "#/$defs/" + definition));
    }
}
