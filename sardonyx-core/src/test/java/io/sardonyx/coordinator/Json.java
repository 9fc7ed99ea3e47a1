package io.sardonyx.coordinator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the worked examples: just enough JSON for them, so that core's tests need no library either. */
final class Json {

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Maps, lists, strings and booleans; numbers stay strings, null is refused. */
    static Object parse(String text) {
        var json = new Json(text);
        var value = json.value();
        if (json.peek() != 0) {
            throw json.unexpected();
        }
        return value;
    }

    private Object value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            default -> word();
        };
    }

    private Map<String, Object> object() {
        var map = new LinkedHashMap<String, Object>();
        take('{');
        while (peek() != '}') {
            var key = string();
            take(':');
            map.put(key, value());
            skipComma();
        }
        take('}');
        return map;
    }

    private List<Object> array() {
        var list = new ArrayList<>();
        take('[');
        while (peek() != ']') {
            list.add(value());
            skipComma();
        }
        take(']');
        return list;
    }

    private String string() {
        take('"');
        var string = new StringBuilder();
        for (; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                throw unexpected();
            }
            string.append(text.charAt(at));
        }
        at++;
        return string.toString();
    }

    private Object word() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-')) {
            at++;
        }
        var word = text.substring(start, at);
        if (word.isEmpty() || word.equals("null")) {
            throw unexpected();
        }
        return word.equals("true") || word.equals("false") ? Boolean.valueOf(word) : word;
    }

    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void take(char expected) {
        if (peek() != expected) {
            throw unexpected();
        }
        at++;
    }

    private void skipComma() {
        if (peek() == ',') {
            at++;
        }
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("unexpected JSON at " + at);
    }
}
