package io.sardonyx.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parser of JSON into plain Java values: LinkedHashMap in the order of the text, ArrayList, String, Boolean and null.
 *
 * <p>A whole number becomes a Long, any other number, or one beyond a Long, a BigDecimal: nothing is rounded by
 * reading, and job parameters have the same two types.
 */
public final class JsonValues {

    private JsonValues() {}

    /**
     * The single value within these bytes.
     *
     * @throws BadInput with the column of a syntax error
     */
    public static @Nullable Object read(byte[] bytes, int from, int length) {
        try (JsonParser json = Json.parser(bytes, from, length)) {
            JsonToken first = json.nextToken();
            if (first == null) {
                throw new BadInput("is empty; a JSON value was expected");
            }
            Object value = value(json, first);
            if (json.nextToken() != null) {
                throw new BadInput("column " + json.currentTokenLocation().getColumnNr()
                        + ": something stands behind the JSON value");
            }
            return value;
        } catch (JsonProcessingException e) {
            String where =
                    e.getLocation() == null ? "" : "column " + e.getLocation().getColumnNr() + ": ";
            throw new BadInput(where + "not valid JSON: " + e.getOriginalMessage(), e);
        } catch (IOException | ArithmeticException | NumberFormatException e) {
            throw new BadInput("not JSON in UTF-8: " + e.getMessage(), e);
        }
    }

    private static @Nullable Object value(JsonParser json, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(json);
            case START_ARRAY -> list(json);
            case VALUE_STRING -> json.getText();
            case VALUE_NUMBER_INT -> whole(json);
            case VALUE_NUMBER_FLOAT -> json.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static Object whole(JsonParser json) throws IOException {
        return json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? json.getDecimalValue()
                : (Object) json.getLongValue();
    }

    private static Map<String, @Nullable Object> object(JsonParser json) throws IOException {
        var object = new LinkedHashMap<String, @Nullable Object>();
        for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
            object.put(key, value(json, json.nextToken()));
        }
        return object;
    }

    private static List<@Nullable Object> list(JsonParser json) throws IOException {
        var list = new ArrayList<@Nullable Object>();
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            list.add(value(json, token));
        }
        return list;
    }
}
