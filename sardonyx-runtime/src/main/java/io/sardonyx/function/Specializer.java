package io.sardonyx.function;

import java.io.IOException;
import java.io.InputStream;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Makes a class of its own for each method that is called, all copies of the same code.
 *
 * <p>A loop that calls whatever function it was given is compiled once for all functions, with a call that cannot be
 * seen through. A copy of the loop's class holds its method as a constant: the function is compiled into the loop, and
 * calling it costs what it does and nothing more. A copy is made once for each method and found again for every task
 * that uses it.
 */
public final class Specializer {

    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();
    private static final String SUFFIX = ".class";

    private record Key(Class<?> original, Method method) {}

    private final ConcurrentMap<Key, MethodHandle> constructors = new ConcurrentHashMap<>();

    /**
     * An instance of a copy of {@code original} that calls {@code method}.
     *
     * @param face what is known of it, for the class of a copy has no name
     * @param original a class with a constructor that takes {@link BoundArguments}, and a handle as of {@link #handle}
     * @param result what that handle returns: void, boolean or Object
     */
    public <T> T copy(
            Class<T> face, Class<? extends T> original, Method method, Class<?> result, BoundArguments arguments) {
        MethodHandle constructor = constructors.computeIfAbsent(
                new Key(original, method), key -> constructor(original, normal(method, result)));
        try {
            return face.cast((Object) constructor.invokeExact(arguments));
        } catch (Throwable e) {
            throw new IllegalStateException("a copy of " + original + " cannot be made", e);
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

    private static MethodHandle constructor(Class<?> original, MethodHandle handle) {
        try {
            MethodHandles.Lookup copy = HERE.defineHiddenClassWithClassData(bytes(original), handle, true);
            return copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class, BoundArguments.class))
                    .asType(MethodType.methodType(Object.class, BoundArguments.class));
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new IllegalStateException(original + " cannot be copied", e);
        }
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

    /** The method of the copy that asks: segment and five more arguments, all as objects. */
    static MethodHandle handle(MethodHandles.Lookup copy) {
        try {
            return MethodHandles.classData(copy, ConstantDescs.DEFAULT_NAME, MethodHandle.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("only copies have a method", e);
        }
    }
}
