package io.sardonyx.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sardonyx.job.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Index of the positions of a document's parts in its text, for error messages.
 *
 * <p>It is built by parsing the text a second time, only when something is wrong, so that a valid document costs
 * nothing.
 */
public final class TextPositions {

    private static final Part.Step FIRST = new Part.Item(0);
    private static final Part.Step NAME = new Part.Key("name");

    /** A value with the position of its key, or its own if it has none. */
    private record Known(TextPosition spot, @Nullable String text, Map<Part.Step, Known> inside) {

        /** The value after a step of a path; null if there is none. */
        @Nullable
        Known at(Part.Step step) {
            return step instanceof Part.Naming naming ? naming(naming.task().text()) : inside.get(step);
        }

        /** The first item, or nested item, that is this name or has it under the key {@code name}. */
        private @Nullable Known naming(String name) {
            if (!inside.containsKey(FIRST)) {
                return null;
            }
            for (Known item : inside.values()) {
                Known own = item.inside.get(NAME);
                if (name.equals(item.text) || own != null && name.equals(own.text)) {
                    return item;
                }
                Known deeper = item.naming(name);
                if (deeper != null) {
                    return deeper;
                }
            }
            return null;
        }
    }

    private final Known root;

    private TextPositions(Known root) {
        this.root = root;
    }

    /** Builds the index of a document that is known to be valid; closes the parser. */
    public static TextPositions in(JsonParser parser) {
        try (parser) {
            parser.nextToken();
            return new TextPositions(value(parser, spot(parser)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TextPosition spot(JsonParser parser) {
        return TextPosition.of(parser.currentTokenLocation());
    }

    private static Known value(JsonParser parser, TextPosition spot) throws IOException {
        var inside = new LinkedHashMap<Part.Step, Known>();
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
                TextPosition own = spot(parser);
                parser.nextToken();
                inside.put(new Part.Key(key), value(parser, own));
            }
        } else if (parser.currentToken() == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                inside.put(new Part.Item(inside.size()), value(parser, spot(parser)));
            }
        }
        return new Known(spot, inside.isEmpty() ? parser.getText() : null, inside);
    }

    /** Position of a part, or of its innermost ancestor that exists. */
    public TextPosition of(Part part) {
        Known known = root;
        for (Part.Step step : part.steps()) {
            Known deeper = known.at(step);
            if (deeper == null) {
                return known.spot();
            }
            known = deeper;
        }
        return known.spot();
    }
}
