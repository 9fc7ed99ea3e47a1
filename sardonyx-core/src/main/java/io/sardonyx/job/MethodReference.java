package io.sardonyx.job;

import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * A reference to a public static method in Java code, such as {@code Words::split}, which becomes that method's name.
 *
 * <p>A job is data and travels; a lambda is neither. So only what can be named can be used, and everything else is
 * refused with the reason.
 */
public interface MethodReference extends Serializable {

    /** A method of one argument, the segment. */
    @FunctionalInterface
    interface Of1<A, R> extends MethodReference {
        R call(A segment) throws Exception;
    }

    /** A method of the segment and one more argument. */
    @FunctionalInterface
    interface Of2<A, B, R> extends MethodReference {
        R call(A segment, B second) throws Exception;
    }

    /** A method of the segment and two more arguments. */
    @FunctionalInterface
    interface Of3<A, B, C, R> extends MethodReference {
        R call(A segment, B second, C third) throws Exception;
    }

    /** A method of the segment and three more arguments. */
    @FunctionalInterface
    interface Of4<A, B, C, D, R> extends MethodReference {
        R call(A segment, B second, C third, D fourth) throws Exception;
    }

    /** A method that gives something without any argument. */
    @FunctionalInterface
    interface Of0<R> extends MethodReference {
        R call() throws Exception;
    }

    /** A method that takes a segment and gives nothing. */
    @FunctionalInterface
    interface Taking<A> extends MethodReference {
        void call(A segment) throws Exception;
    }

    /**
     * The name of the method, {@code com.acme.Words::split}.
     *
     * @throws IllegalArgumentException that says why it has none
     */
    default String methodName() {
        SerializedLambda lambda = serialized();
        String type = lambda.getImplClass().replace('/', '.');
        String method = lambda.getImplMethodName();
        if (method.startsWith("lambda$")) {
            throw new IllegalArgumentException("a lambda in " + type + " has no name that other processes know; move"
                    + " its body into a public static method and refer to that, as in Words::split");
        }
        if (lambda.getImplMethodKind() != MethodHandleInfo.REF_invokeStatic) {
            throw new IllegalArgumentException(type + "::" + method + " is no static method, so another process would"
                    + " have no object to call it on; make it public and static");
        }
        return type + "::" + method;
    }

    private SerializedLambda serialized() {
        try {
            Method replace = getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            if (replace.invoke(this) instanceof SerializedLambda lambda) {
                return lambda;
            }
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException | RuntimeException e) {
            throw new IllegalArgumentException(
                    getClass().getName() + " is no method reference that can be named (" + e
                            + "); name the method as text: \"com.acme.Words::split\"",
                    e);
        }
        throw new IllegalArgumentException(getClass().getName() + " is no method reference");
    }
}
