package io.sardonyx.json;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Parser of a document into a tree of {@link JsonNode}s, without Jackson's data binding: that takes longer to
 * initialize than most commands run.
 */
final class JsonTree {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonParser parser;

    private JsonTree(JsonParser parser) {
        this.parser = parser;
    }

    /** The single document of a parser; missing when there is none. */
    static JsonNode read(JsonParser parser) throws IOException {
        if (parser.nextToken() == null) {
            return MissingNode.getInstance();
        }
        JsonNode root = new JsonTree(parser).value();
        JsonToken more = parser.nextToken();
        if (more != null) {
            throw new JsonParseException(parser, "there is more behind the end of the document");
        }
        return root;
    }

    /** The value that begins with the current token; the parser limits the nesting depth. */
    private JsonNode value() throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object();
            case START_ARRAY -> list();
            case VALUE_STRING -> NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT -> whole();
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue().stripTrailingZeros());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw new JsonParseException(parser, "there is no value");
        };
    }

    private ObjectNode object() throws IOException {
        ObjectNode object = NODES.objectNode();
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            parser.nextToken();
            object.set(key, value());
        }
        return object;
    }

    private ArrayNode list() throws IOException {
        ArrayNode list = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value());
        }
        return list;
    }

    private JsonNode whole() throws IOException {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> NODES.numberNode(parser.getBigIntegerValue());
        };
    }
}
