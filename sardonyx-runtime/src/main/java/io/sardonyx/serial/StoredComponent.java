package io.sardonyx.serial;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A record component as a shape describes it: its name, and its declared type as text.
 *
 * @param type such as {@code long} or {@code java.util.List<java.lang.String>}
 */
record StoredComponent(String name, String type) {

    private static final Pattern NO_NAME = Pattern.compile("[^\\w$.]+");

    /**
     * Parses what is between the brackets of a record's shape.
     *
     * @throws IllegalArgumentException if it is no list of components
     */
    static List<StoredComponent> parse(String text) {
        var components = new ArrayList<StoredComponent>();
        var names = new HashSet<String>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            depth += c == '<' ? 1 : c == '>' ? -1 : 0;
            if (c == ',' && depth == 0 && !text.isEmpty()) {
                StoredComponent component = one(text.substring(from, i));
                if (!names.add(component.name)) {
                    throw new IllegalArgumentException("component " + component.name + " is there twice");
                }
                components.add(component);
                from = i + 1;
            }
        }
        if (depth != 0) {
            throw new IllegalArgumentException("\"" + text + "\" has brackets that do not match");
        }
        return components;
    }

    private static StoredComponent one(String text) {
        int colon = text.indexOf(':');
        if (colon < 1 || colon == text.length() - 1) {
            throw new IllegalArgumentException("\"" + text + "\" is no component of a record");
        }
        return new StoredComponent(text.substring(0, colon), text.substring(colon + 1));
    }

    /** Names of the classes that its type mentions. */
    List<String> classes() {
        return List.of(NO_NAME.split(type));
    }

    /** Reads the component's value, a primitive as its box. */
    @Nullable
    Object read(SegmentInput in) {
        return switch (type) {
            case "long" -> in.takeLong();
            case "int" -> (int) in.within(in.takeLong(), Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "boolean" -> in.within(in.takeLong(), 0, 1) == 1;
            case "short" -> (short) in.within(in.takeLong(), Short.MIN_VALUE, Short.MAX_VALUE);
            case "byte" -> (byte) in.within(in.takeLong(), Byte.MIN_VALUE, Byte.MAX_VALUE);
            case "char" -> (char) in.within(in.takeLong(), Character.MIN_VALUE, Character.MAX_VALUE);
            case "float" -> in.takeFloat();
            case "double" -> in.takeDouble();
            default -> in.take();
        };
    }
}
