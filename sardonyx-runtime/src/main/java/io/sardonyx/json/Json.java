package io.sardonyx.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;

/**
 * Entry point for reading and writing JSON: with limits, so that no document exhausts the reader, and strict about
 * duplicate keys.
 */
public final class Json {

    /** Most bytes of a document. */
    public static final int MAX_BYTES = 64 << 20;

    /** Limits of every document, for all parsers, YAML included. */
    public static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxDocumentLength(MAX_BYTES)
            .maxNestingDepth(64)
            .maxNameLength(4096)
            .maxNumberLength(64)
            .maxStringLength(1 << 20)
            .maxTokenCount(8_000_000)
            .build();

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(CONSTRAINTS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .build();

    private Json() {}

    /**
     * Parses a document.
     *
     * @throws BadInput when it is not one
     */
    public static Field read(byte[] document) {
        if (document.length > MAX_BYTES) {
            throw tooLong();
        }
        try (JsonParser parser = FACTORY.createParser(document)) {
            return read(parser, "JSON");
        } catch (IOException e) {
            throw new BadInput("is not JSON in UTF-8: " + e.getMessage(), e);
        }
    }

    /** Parses the single document of a parser of this language. */
    public static Field read(JsonParser parser, String language) {
        try {
            JsonNode root = JsonTree.read(parser);
            if (root.isMissingNode()) {
                throw new BadInput("is empty; a " + language + " document was expected");
            }
            return Field.root(root);
        } catch (JsonProcessingException e) {
            throw malformed(e, language);
        } catch (IOException e) {
            throw new BadInput("is not " + language + " in UTF-8: " + e.getMessage(), e);
        } catch (NumberFormatException | ArithmeticException e) {
            throw new BadInput("has a number with an absurd exponent", e);
        }
    }

    /** A parser of JSON text. */
    public static JsonParser parser(String text) {
        try {
            return FACTORY.createParser(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses the document in a stream, which is read to its end. */
    public static Field read(InputStream stream) throws IOException {
        byte[] document = stream.readNBytes(MAX_BYTES + 1);
        return read(document);
    }

    static BadInput tooLong() {
        return new BadInput("is longer than " + (MAX_BYTES >> 20) + " MiB");
    }

    private static BadInput malformed(JsonProcessingException e, String language) {
        JsonLocation at = e.getLocation();
        String what = "not valid " + language + ": "
                + e.getOriginalMessage()
                        .replaceAll(" \\(start marker at .*\\)", "")
                        .replaceAll(", from `[^`]*`", "")
                        .replaceAll("^Duplicate field (.*)", "the key $1 is there twice; leave one of them out");
        return at == null ? new BadInput(what, e) : new BadText(TextPosition.of(at), what, e);
    }

    /** A writer of compact JSON to {@code target}, which is neither flushed nor closed. */
    public static JsonOut onto(Writer target) {
        return new JsonOut(generator(target));
    }

    /** A parser of one value within a byte array. */
    static JsonParser parser(byte[] bytes, int from, int length) throws IOException {
        return FACTORY.createParser(bytes, from, length);
    }

    /** A generator of compact JSON in UTF-8, without separators between root values. */
    static JsonGenerator generator(OutputStream target) throws IOException {
        JsonGenerator generator = FACTORY.createGenerator(target);
        generator.setRootValueSeparator(null);
        return generator;
    }

    static JsonGenerator generator(Writer target) {
        try {
            JsonGenerator generator = FACTORY.createGenerator(target);
            generator.setRootValueSeparator(null);
            return generator;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
