package io.sardonyx.function;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A segment of another type than its function takes. */
public final class WrongSegment extends ClassCastException {

    private static final long serialVersionUID = 1;

    WrongSegment(String function, Class<?> wanted, Object segment, Throwable cause) {
        super(function + " wants a " + wanted.getTypeName() + " and got a " + type(segment));
        initCause(cause);
    }

    /** The name of its public type: those of the classes behind {@code Map.of} are internal. */
    private static String type(Object segment) {
        if (!Modifier.isPublic(segment.getClass().getModifiers())) {
            for (Class<?> known : List.of(Map.class, List.class, Set.class)) {
                if (known.isInstance(segment)) {
                    return known.getName();
                }
            }
        }
        return segment.getClass().getTypeName();
    }
}
