package io.sardonyx.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Damage to JSON: torn bytes, or a document that is well-formed but not what it was. */
public final class Mutations {

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "-1",
            "0",
            "1",
            "2",
            "1.5",
            "101",
            "1e400",
            "99999999999999999999",
            "\"\"",
            "\"a\"",
            "\"p1\"",
            "\"j1\"",
            "\"t1\"",
            "\"infinity\"",
            "\"greedy\"",
            "\"colocated\"",
            "\"kill\"",
            "\"\\ud83d\"",
            "\"\\u0000\"",
            "[]",
            "[[]]",
            "{}",
            "[\"a\",\"a\"]",
            "{\"a\":\"b\",\"b\":\"a\"}",
            "{\"a\":{\"a\":{\"a\":1}}}",
            "[\"p1\",\"p2\"]",
            "{\"p1\":[\"x\"]}");

    private Mutations() {}

    public static byte[] of(byte[] document, Random random) {
        byte[] mutated = document;
        for (int i = random.nextInt(3); i >= 0; i--) {
            mutated = random.nextInt(4) == 0 ? torn(mutated, random) : replaced(mutated, random);
        }
        return mutated;
    }

    private static byte[] torn(byte[] document, Random random) {
        if (document.length == 0) {
            return document;
        }
        int at = random.nextInt(document.length);
        var bytes = new ByteArrayOutputStream();
        bytes.write(document, 0, at);
        switch (random.nextInt(4)) {
            case 0 -> bytes.write(random.nextInt(256));
            case 1 ->
                bytes.writeBytes(
                        "{}[],:\"\\0".substring(random.nextInt(8)).getBytes(java.nio.charset.StandardCharsets.UTF_8));
            case 2 -> {
                return bytes.toByteArray();
            }
            default -> at = Math.min(document.length, at + 1 + random.nextInt(8));
        }
        bytes.write(document, at, document.length - at);
        return bytes.toByteArray();
    }

    /** Another value, another key, one more or one less, somewhere in the tree. */
    private static byte[] replaced(byte[] document, Random random) {
        JsonNode root;
        try {
            root = Vectors.JSON.readTree(document);
        } catch (IOException e) {
            return torn(document, random);
        }
        var inner = new ArrayList<JsonNode>();
        collect(root, inner);
        if (inner.isEmpty()) {
            return torn(document, random);
        }
        JsonNode chosen = inner.get(random.nextInt(inner.size()));
        JsonNode value = Vectors.parse(VALUES.get(random.nextInt(VALUES.size())));
        if (chosen instanceof ObjectNode object) {
            mutate(object, value, random);
        } else if (chosen instanceof ArrayNode array) {
            mutate(array, value, random);
        }
        return write(root);
    }

    private static void mutate(ObjectNode object, JsonNode value, Random random) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        String name = names.isEmpty() ? "a" : names.get(random.nextInt(names.size()));
        switch (random.nextInt(4)) {
            case 0 -> object.remove(name);
            case 1 ->
                object.set(
                        List.of("a", "p1", "j1", "t1", "", "x y", "jobs", "left")
                                .get(random.nextInt(8)),
                        value);
            case 2 -> {
                JsonNode moved = object.remove(name);
                object.set(name + "x", moved == null ? value : moved);
            }
            default -> object.set(name, value);
        }
    }

    private static void mutate(ArrayNode array, JsonNode value, Random random) {
        int at = random.nextInt(array.size() + 1);
        if (at == array.size() || random.nextBoolean()) {
            array.insert(at, value);
        } else {
            array.set(at, value);
        }
    }

    private static void collect(JsonNode node, List<JsonNode> inner) {
        if (node.isContainerNode()) {
            inner.add(node);
            node.forEach(child -> collect(child, inner));
        }
    }

    private static byte[] write(JsonNode node) {
        try {
            return Vectors.JSON.writeValueAsBytes(node);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
