package io.sardonyx.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/** What may stand under a key of a job file: in a word, and as a JSON Schema. */
record Shape(String word, Consumer<ObjectNode> schema) {

    static final Shape TEXT = new Shape("string", it -> it.put("type", "string").put("minLength", 1));
    static final Shape FLAG = new Shape("boolean", it -> it.put("type", "boolean"));
    static final Shape PERCENTAGE =
            new Shape("number", it -> it.put("type", "number").put("minimum", 0).put("maximum", 100));
    static final Shape TIME =
            new Shape("duration", it -> it.put("type", "string").put("pattern", "^[Pp]"));
    static final Shape TABLE = new Shape("object", it -> it.put("type", "object"));
    static final Shape PEERS = new Shape("integer", it -> {
        ArrayNode either = it.putArray("anyOf");
        either.addObject().put("type", "integer").put("minimum", 1);
        either.addObject().put("const", "infinity");
    });

    /** A whole number. */
    static Shape whole(int least, int most) {
        return new Shape(
                "integer", it -> it.put("type", "integer").put("minimum", least).put("maximum", most));
    }

    /** A list of some shape. */
    static Shape list(Shape items) {
        return new Shape("list", it -> {
            it.put("type", "array");
            items.schema.accept(it.putObject("items"));
        });
    }

    /** One of the words of an enum. */
    static Shape word(Class<? extends Enum<?>> type) {
        return new Shape("keyword", it -> {
            ArrayNode words = it.putArray("enum");
            for (Enum<?> constant : type.getEnumConstants()) {
                words.add(Keywords.of(constant));
            }
        });
    }

    /** Something that is described once. */
    static Shape defined(String word, String definition) {
        return new Shape(word, it -> it.put("$ref", "#/$defs/" + definition));
    }
}
