package io.sardonyx.function;

import java.io.IOException;
import java.io.InputStream;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes a hidden class for each method that is called, all copies of the same code.
 *
 * <p>A loop that calls any function it was given is compiled once for all functions, with a call that cannot be seen
 * through. A copy of the loop's class holds its method as a constant: the function is compiled into the loop, and
 * calling it costs what it does and nothing more. A copy is made once for each method and found again for every task
 * that uses it.
 */
public final class Specializer {

    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();
    private static final String SUFFIX = ".class";

    /** Where in the data of a copy its constants are. */
    private static final int METHOD = 0;

    private static final int KIND = 1;

    private record Key(Class<?> original, Method method, ResultKind kind) {

        /** Written out, as linking what a record has by itself takes milliseconds of every start. */
        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || other instanceof Key that
                            && original == that.original
                            && method.equals(that.method)
                            && kind == that.kind;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * original.hashCode() + method.hashCode()) + kind.hashCode();
        }
    }

    private final ConcurrentMap<Key, MethodHandle> constructors = new ConcurrentHashMap<>();

    /** A function that calls {@code method} for segments, and makes of what it returns what {@code kind} says. */
    SegmentFunction loop(Method method, ResultKind kind, BoundArguments arguments) {
        return (SegmentFunction) copy(new Key(FunctionLoop.class, method, kind), arguments);
    }

    /** Calls {@code method} for one thing at a time, and returns what it returns. */
    public Invocation invocation(Method method, BoundArguments arguments) {
        return (Invocation) copy(new Key(Called.class, method, ResultKind.ONE), arguments);
    }

    private Object copy(Key key, BoundArguments arguments) {
        MethodHandle constructor = constructors.computeIfAbsent(key, Specializer::constructor);
        try {
            return (Object) constructor.invokeExact(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException("a copy of " + key.original() + " cannot be made", e);
        }
    }

    private static MethodHandle constructor(Key key) {
        List<Object> constants = List.of(normal(key.method(), key.kind().returned()), key.kind());
        try {
            MethodHandles.Lookup copy = HERE.defineHiddenClassWithClassData(bytes(key.original()), constants, true);
            return copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class, BoundArguments.class))
                    .asType(MethodType.methodType(Object.class, BoundArguments.class));
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new IllegalStateException(key.original() + " cannot be copied", e);
        }
    }

    private static MethodHandle normal(Method method, Class<?> result) {
        MethodHandle direct;
        try {
            direct = MethodHandles.publicLookup().unreflect(method);
        } catch (IllegalAccessException e) {
            throw new BadFunction(
                    method.getDeclaringClass().getName() + "::" + method.getName() + " cannot be called: "
                            + e.getMessage(),
                    "make it and its class public, and export its package",
                    e);
        }
        int taken = direct.type().parameterCount();
        MethodHandle padded = MethodHandles.dropArguments(
                direct, taken, Collections.nCopies(1 + BoundArguments.MOST - taken, Object.class));
        return padded.asType(
                MethodType.genericMethodType(1 + BoundArguments.MOST).changeReturnType(result));
    }

    private static byte[] bytes(Class<?> original) {
        String file = original.getName().substring(original.getPackageName().length() + 1) + SUFFIX;
        try (InputStream in = original.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(file + " cannot be read", e);
        }
    }

    /** The method of the copy that asks: segment and six more arguments as objects, the result as its kind wants. */
    static MethodHandle method(MethodHandles.Lookup copy) {
        return constant(copy, MethodHandle.class, METHOD);
    }

    /** The kind of result of the copy that asks. */
    static ResultKind kind(MethodHandles.Lookup copy) {
        return constant(copy, ResultKind.class, KIND);
    }

    private static <T> T constant(MethodHandles.Lookup copy, Class<T> type, int index) {
        try {
            return MethodHandles.classDataAt(copy, ConstantDescs.DEFAULT_NAME, type, index);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("only copies have constants", e);
        }
    }
}
