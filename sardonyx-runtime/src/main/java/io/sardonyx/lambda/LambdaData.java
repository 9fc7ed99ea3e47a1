package io.sardonyx.lambda;

import io.sardonyx.function.BadFunction;
import io.sardonyx.function.FunctionLoader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A lambda without parameters, or a reference to a public static method, as data.
 *
 * @param type the class that it was written in
 * @param method its body, which the compiler made a static method of that class
 * @param signature descriptor of that method
 * @param digest SHA-256 of the class file, by which a process with another version of the class notices
 * @param captured its captured values, by a {@link ValueCodec}
 */
public record LambdaData(String type, String method, String signature, String digest, String captured) {

    private static final String LAMBDA = "lambda$";

    /**
     * A lambda of this process as data.
     *
     * @throws IllegalArgumentException that says why it cannot travel
     */
    public static LambdaData of(Serializable lambda, FunctionLoader classes, ValueCodec values) {
        SerializedLambda form = serialized(lambda);
        String type = form.getImplClass().replace('/', '.');
        String method = form.getImplMethodName();
        requireStatic(form, type, method);
        var captured = new ArrayList<@Nullable Object>();
        for (int i = 0; i < form.getCapturedArgCount(); i++) {
            captured.add(form.getCapturedArg(i));
        }
        try {
            String digest = digest(Class.forName(type, false, lambda.getClass().getClassLoader()));
            var data = new LambdaData(type, method, form.getImplMethodSignature(), digest, values.encode(captured));
            data.bind(classes, values);
            return data;
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("class " + type + " cannot be found by its name", e);
        } catch (BadFunction e) {
            throw new IllegalArgumentException("a task of " + type + " cannot travel: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a task of " + type + " captures what cannot travel: " + e.getMessage(), e);
        }
    }

    private static void requireStatic(SerializedLambda form, String type, String method) {
        if (form.getImplMethodKind() == MethodHandleInfo.REF_invokeStatic) {
            return;
        }
        throw new IllegalArgumentException(
                method.startsWith(LAMBDA)
                        ? "a task of " + type + " captures this, the object that it was written in, which no other"
                                + " process has; let it use local variables and static methods only"
                        : type + "::" + method + " is no static method; call it in a lambda that captures data only");
    }

    private static SerializedLambda serialized(Serializable lambda) {
        String type = lambda.getClass().getName();
        try {
            Method replace = lambda.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            if (replace.invoke(lambda) instanceof SerializedLambda form) {
                return form;
            }
        } catch (InaccessibleObjectException e) {
            String place = lambda.getClass().getPackageName();
            throw new IllegalArgumentException(
                    "a lambda in package " + place
                            + " cannot be looked into, since its module keeps it shut; say 'opens " + place
                            + " to io.sardonyx.runtime' in its module-info.java",
                    e);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException | RuntimeException e) {
            throw new IllegalArgumentException(
                    type + " is neither a lambda nor a method reference, so it cannot travel", e);
        }
        throw new IllegalArgumentException(type + " is neither a lambda nor a method reference, so it cannot travel");
    }

    /** SHA-256 of the class file of a class. */
    private static String digest(Class<?> type) {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream in = type.isHidden() ? null : type.getResourceAsStream(file)) {
            if (in == null) {
                throw new BadFunction(
                        "class " + type.getName() + " has no class file",
                        "put it into a jar or a directory of classes");
            }
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException("the class file of " + type.getName() + " cannot be read", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /**
     * The code in this process, with its captured values.
     *
     * @throws BadFunction if the class is not allowed here, is missing or is another version
     * @throws IllegalArgumentException if the data is damaged
     */
    public Callable<@Nullable Object> bind(FunctionLoader classes, ValueCodec values) {
        Class<?> found = classes.type(type);
        String own = digest(found);
        if (!own.equals(digest)) {
            throw new BadFunction(
                    "class " + type + " is another version here: its class file has the digest " + own + ", not "
                            + digest,
                    "use the same jar everywhere");
        }
        Method body = body(found);
        if (!(values.decode(captured) instanceof List<?> list)) {
            throw new IllegalArgumentException("captured values are a list");
        }
        Object[] arguments = list.toArray();
        checkArguments(body, arguments);
        return () -> call(body, arguments);
    }

    private Method body(Class<?> found) {
        try {
            Method body = declared(found);
            boolean isPublic = Modifier.isPublic(body.getModifiers()) && Modifier.isPublic(found.getModifiers());
            boolean isLambda = body.isSynthetic() && method.startsWith(LAMBDA);
            if (!Modifier.isStatic(body.getModifiers()) || !isPublic && !isLambda) {
                throw new BadFunction(
                        type + "::" + method + " is neither the body of a lambda nor a public static method",
                        "call it in a lambda");
            }
            body.setAccessible(true);
            return body;
        } catch (LinkageError e) {
            throw new BadFunction("class " + type + " cannot be used: " + e, "bring what it needs", e);
        } catch (InaccessibleObjectException e) {
            throw new BadFunction(
                    type + " cannot be used, since its module keeps its package shut",
                    "say 'opens " + found.getPackageName() + " to io.sardonyx.runtime' in its module-info.java",
                    e);
        }
    }

    private Method declared(Class<?> found) {
        for (Method declared : found.getDeclaredMethods()) {
            MethodType shape = MethodType.methodType(declared.getReturnType(), declared.getParameterTypes());
            if (declared.getName().equals(method)
                    && shape.toMethodDescriptorString().equals(signature)) {
                return declared;
            }
        }
        throw new BadFunction("class " + type + " has no method " + method + signature, "use the same jar everywhere");
    }

    /** Decoded collections are lists, sets and maps of no particular class. */
    private void checkArguments(Method body, @Nullable Object[] arguments) {
        Class<?>[] wanted = body.getParameterTypes();
        if (wanted.length != arguments.length) {
            throw new IllegalArgumentException(
                    type + "::" + method + " takes " + wanted.length + " values, not " + arguments.length);
        }
        for (int i = 0; i < wanted.length; i++) {
            Object argument = arguments[i];
            Class<?> boxed = MethodType.methodType(wanted[i]).wrap().returnType();
            if (argument == null ? wanted[i].isPrimitive() : !boxed.isInstance(argument)) {
                throw new IllegalArgumentException("a " + wanted[i].getName() + " becomes "
                        + (argument == null
                                ? "null"
                                : "a " + argument.getClass().getName())
                        + " elsewhere; declare it as List, Set or Map");
            }
        }
    }

    private static @Nullable Object call(Method body, @Nullable Object[] arguments) throws Exception {
        try {
            return body.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw e;
        }
    }
}
