package io.sardonyx.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The worked examples, as they are. */
final class Vectors {

    static final ObjectMapper JSON = new ObjectMapper();

    private Vectors() {}

    static Stream<JsonNode> of(String family) {
        try (var stream = Objects.requireNonNull(Vectors.class.getResourceAsStream("/vectors/" + family + ".json"))) {
            JsonNode root = JSON.readTree(stream);
            JsonNode vectors = root.get("vectors");
            if (vectors.size() != root.get("count").intValue()) {
                throw new IllegalStateException(family + " is not complete");
            }
            return StreamSupport.stream(vectors.spliterator(), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String title(JsonNode vector) {
        return vector.get("id").asText() + ": " + vector.get("title").asText();
    }

    static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(JsonNode node) {
        try {
            return JSON.writeValueAsBytes(node);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
