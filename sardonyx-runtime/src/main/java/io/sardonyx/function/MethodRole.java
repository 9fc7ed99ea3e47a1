package io.sardonyx.function;

import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Output;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** What a job wants a method for, and so what the method has to look like. */
public enum MethodRole {
    FUNCTION(MethodSignature::about),
    AT_END(method -> returning(method, "segments", method.getReturnType() != void.class && !isTruth(method))),
    BATCH_FUNCTION(MethodRole::batchFunction),
    KEY(method -> returning(method, "a key", method.getReturnType() != void.class)),
    TIME(method -> returning(method, "an Instant or milliseconds since 1970", isTime(method))),
    PREDICATE(method -> returning(method, "true or false", isTruth(method))),
    TRANSFORM(method -> returning(method, "a segment", method.getReturnType() != void.class)),
    LIFECYCLE(method -> making(method, Lifecycle.class)),
    INPUT(method -> isSource(method) ? MethodSignature.making(method) : making(method, Input.class)),
    OUTPUT(method ->
            ResultKind.of(method) == ResultKind.NONE ? MethodSignature.about(method) : making(method, Output.class));

    /** From a method to its signature. */
    private interface Examination {
        MethodSignature of(Method method);
    }

    private final Examination examination;

    MethodRole(Examination examination) {
        this.examination = examination;
    }

    /**
     * What the method takes.
     *
     * @throws BadFunction that says why it cannot have this role
     */
    public MethodSignature signature(Method method) {
        MethodSignature signature = examination.of(method);
        return this == FUNCTION || this == AT_END ? signature : signature.withoutState();
    }

    private static MethodSignature batchFunction(Method method) {
        MethodSignature signature = MethodSignature.about(method);
        if (signature.subject() != List.class) {
            throw new BadFunction(
                    signature.name() + " is to be a batch function, but takes "
                            + Objects.requireNonNull(MethodSignature.subject(method))
                                    .getTypeName(),
                    "let its first argument be a List of segments, or do not call it a batch function");
        }
        ResultKind.ofBatch(method);
        return signature;
    }

    private static boolean isTruth(Method method) {
        return Conversion.boxed(method.getReturnType()) == Boolean.class;
    }

    private static boolean isTime(Method method) {
        Class<?> type = Conversion.boxed(method.getReturnType());
        return type == Instant.class || type == Long.class;
    }

    private static boolean isSource(Method method) {
        return ResultKind.of(method) == ResultKind.MANY || Object[].class.isAssignableFrom(method.getReturnType());
    }

    private static MethodSignature returning(Method method, String expected, boolean does) {
        if (!does) {
            throw wrong(method, expected);
        }
        return MethodSignature.about(method);
    }

    private static MethodSignature making(Method method, Class<?> made) {
        if (!made.isAssignableFrom(method.getReturnType())) {
            throw wrong(method, made.getName());
        }
        return MethodSignature.making(method);
    }

    private static BadFunction wrong(Method method, String expected) {
        return new BadFunction(
                MethodSignature.name(method) + " is to return " + expected + ", but returns "
                        + method.getGenericReturnType().getTypeName(),
                "let it return that, or name another method");
    }
}
