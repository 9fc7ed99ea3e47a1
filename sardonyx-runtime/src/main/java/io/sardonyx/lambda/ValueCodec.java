package io.sardonyx.lambda;

import io.sardonyx.function.BadFunction;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.Codecs;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Encodes values as text, with the names of the records and enums that they consist of:
 * {@code fingerprint;class,class;base64}. A reader uses those classes only that it allows, and only if they have the
 * same components there.
 */
public final class ValueCodec {

    /** Most bytes of an encoded value, before they become text. */
    public static final int MOST_BYTES = 64 * 1024;

    /** Depth to which collections are searched for records; values that are nested deeper have no codec. */
    private static final int MOST_DEPTH = 20;

    private static final int MOST_TYPES = 200;

    private final FunctionLoader classes;
    private final UnaryOperator<Codecs.Builder> custom;

    /**
     * @param classes finds the classes that are allowed
     * @param custom registers further codecs, the same in all processes
     */
    public ValueCodec(FunctionLoader classes, UnaryOperator<Codecs.Builder> custom) {
        this.classes = classes;
        this.custom = custom;
    }

    /**
     * Encodes a value.
     *
     * @throws IllegalArgumentException that says which part of it has no codec, or that it is too large
     */
    public String encode(@Nullable Object value) {
        var types = new TreeMap<String, Class<?>>();
        scan(value, 0, types);
        try {
            Codecs codecs = codecs(types.values());
            byte[] bytes = codecs.encode(value);
            return Long.toHexString(codecs.fingerprint()) + ";" + String.join(",", types.keySet()) + ";"
                    + Base64.getEncoder().encodeToString(bytes);
        } catch (BadSegment e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private Codecs codecs(Collection<Class<?>> types) {
        return custom.apply(Codecs.builder().registerAll(types).limit(MOST_BYTES))
                .build();
    }

    /** Finds the records and enums of a value; what records consist of is known by their components. */
    private static void scan(@Nullable Object value, int depth, Map<String, Class<?>> found) {
        if (depth > MOST_DEPTH) {
            return;
        }
        if (value instanceof Record) {
            found.put(value.getClass().getName(), value.getClass());
        } else if (value instanceof Enum<?> constant) {
            found.put(constant.getDeclaringClass().getName(), constant.getDeclaringClass());
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> {
                scan(key, depth + 1, found);
                scan(item, depth + 1, found);
            });
        } else if (value instanceof List<?> || value instanceof Set<?>) {
            ((Collection<?>) value).forEach(item -> scan(item, depth + 1, found));
        }
    }

    /**
     * Decodes what {@link #encode} made in some process.
     *
     * @throws BadFunction for a class that is not allowed, missing or other than there
     * @throws IllegalArgumentException for anything else
     */
    public @Nullable Object decode(String text) {
        String[] parts = text.split(";", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("a value has three parts, not " + parts.length);
        }
        Codecs codecs = codecs(types(parts[1]));
        if (!Long.toHexString(codecs.fingerprint()).equals(parts[0])) {
            throw new BadFunction(
                    "its values are of classes with other components than here"
                            + (parts[1].isEmpty() ? "" : ": " + parts[1]),
                    "use the same classes everywhere");
        }
        try {
            return codecs.decode(Base64.getDecoder().decode(parts[2]));
        } catch (BadSegment e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private List<Class<?>> types(String names) {
        var types = new ArrayList<Class<?>>();
        if (names.isEmpty()) {
            return types;
        }
        String[] each = names.split(",", MOST_TYPES + 1);
        if (each.length > MOST_TYPES) {
            throw new IllegalArgumentException("a value is of at most " + MOST_TYPES + " classes");
        }
        for (String name : each) {
            Class<?> type = classes.type(name);
            if (!type.isRecord() && !type.isEnum()) {
                throw new IllegalArgumentException(name + " is neither record nor enum");
            }
            types.add(type);
        }
        return types;
    }
}
