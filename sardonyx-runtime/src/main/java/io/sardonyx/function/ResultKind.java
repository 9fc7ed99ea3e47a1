package io.sardonyx.function;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a function's results mean; decided once, by the type that it declares. */
public enum ResultKind {
    /** Nothing comes out. */
    NONE(void.class),
    /** The segment itself comes out if the answer is true. */
    FILTER(boolean.class),
    /** One segment comes out. */
    ONE(Object.class),
    /** One segment or none comes out. */
    MAYBE(Object.class),
    /** Any number of segments comes out. */
    MANY(Object.class),
    /** One segment comes out for each of a batch. */
    BATCH(Object.class),
    /** Nothing comes out for a batch. */
    BATCH_NONE(void.class);

    private final Class<?> returned;

    ResultKind(Class<?> returned) {
        this.returned = returned;
    }

    public static ResultKind of(Method method) {
        Class<?> type = method.getReturnType();
        if (type == void.class) {
            return NONE;
        }
        if (type == boolean.class) {
            return FILTER;
        }
        if (type == Optional.class) {
            return MAYBE;
        }
        boolean many = Iterable.class.isAssignableFrom(type)
                || Iterator.class.isAssignableFrom(type)
                || Stream.class.isAssignableFrom(type);
        return many ? MANY : ONE;
    }

    /**
     * What a batch function's results mean.
     *
     * @throws BadFunction if they can mean nothing
     */
    public static ResultKind ofBatch(Method method) {
        if (method.getReturnType() == void.class) {
            return BATCH_NONE;
        }
        if (List.class.isAssignableFrom(method.getReturnType())) {
            return BATCH;
        }
        throw new BadFunction(
                MethodSignature.name(method) + " is to be a batch function, but returns "
                        + method.getGenericReturnType().getTypeName(),
                "let it return a List with one result for each segment, or nothing");
    }

    /** As what a loop sees what the method returns: void, boolean or Object. */
    Class<?> returned() {
        return returned;
    }

    boolean isBatch() {
        return this == BATCH || this == BATCH_NONE;
    }
}
