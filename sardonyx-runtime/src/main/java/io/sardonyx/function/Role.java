package io.sardonyx.function;

import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Output;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;

/** What a job wants a method for, and so what the method has to look like. */
enum Role {
    FUNCTION(Signature::about),
    BATCH_FUNCTION(Role::batchFunction),
    KEY(method -> returning(method, "a key", method.getReturnType() != void.class)),
    PREDICATE(method -> returning(method, "true or false", isTruth(method))),
    TRANSFORM(method -> returning(method, "a segment", method.getReturnType() != void.class)),
    LIFECYCLE(method -> making(method, Lifecycle.class)),
    INPUT(method -> isSource(method) ? Signature.making(method) : making(method, Input.class)),
    OUTPUT(method -> ResultKind.of(method) == ResultKind.NONE ? Signature.about(method) : making(method, Output.class));

    /** From a method to its signature. */
    private interface Examination {
        Signature of(Method method);
    }

    private final Examination examination;

    Role(Examination examination) {
        this.examination = examination;
    }

    /**
     * What the method takes.
     *
     * @throws BadFunction that says why it cannot have this role
     */
    Signature signature(Method method) {
        return examination.of(method);
    }

    private static Signature batchFunction(Method method) {
        Signature signature = Signature.about(method);
        if (signature.subject() != List.class) {
            throw new BadFunction(
                    signature.name() + " is to be a batch function, but takes "
                            + Objects.requireNonNull(Signature.subject(method)).getTypeName(),
                    "let its first argument be a List of segments, or do not call it a batch function");
        }
        ResultKind.ofBatch(method);
        return signature;
    }

    private static boolean isTruth(Method method) {
        return Conversion.boxed(method.getReturnType()) == Boolean.class;
    }

    private static boolean isSource(Method method) {
        return ResultKind.of(method) == ResultKind.MANY || Object[].class.isAssignableFrom(method.getReturnType());
    }

    private static Signature returning(Method method, String expected, boolean does) {
        if (!does) {
            throw wrong(method, expected);
        }
        return Signature.about(method);
    }

    private static Signature making(Method method, Class<?> made) {
        if (!made.isAssignableFrom(method.getReturnType())) {
            throw wrong(method, made.getName());
        }
        return Signature.making(method);
    }

    private static BadFunction wrong(Method method, String expected) {
        return new BadFunction(
                Signature.name(method) + " is to return " + expected + ", but returns "
                        + method.getGenericReturnType().getTypeName(),
                "let it return that, or name another method");
    }
}
