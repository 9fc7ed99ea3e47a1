package io.sardonyx.function;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a function's results mean; decided once, by the type that it declares. */
public enum ResultKind {
    /** Nothing comes out. */
    NONE(void.class, EachTaken.class),
    /** The segment itself comes out if the answer is true. */
    FILTER(boolean.class, EachKept.class),
    /** One segment comes out. */
    ONE(Object.class, EachOne.class),
    /** One segment or none comes out. */
    MAYBE(Object.class, EachMaybe.class),
    /** Any number of segments comes out. */
    MANY(Object.class, EachMany.class),
    /** One segment comes out for each of a batch. */
    BATCH(Object.class, WholeBatch.class),
    /** Nothing comes out for a batch. */
    BATCH_NONE(void.class, WholeBatchTaken.class);

    private final Class<?> returned;
    private final Class<? extends SegmentFunction> loop;

    ResultKind(Class<?> returned, Class<? extends SegmentFunction> loop) {
        this.returned = returned;
        this.loop = loop;
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

    SegmentFunction loop(Specializer copies, Method method, BoundArguments arguments) {
        return copies.copy(SegmentFunction.class, loop, method, returned, arguments);
    }
}
