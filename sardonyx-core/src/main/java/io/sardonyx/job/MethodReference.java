package io.sardonyx.job;

import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * A reference to a method in Java code, which becomes that method's name: to a public static one, such as
 * {@code Words::split}, or to a public accessor of the segment's class, such as {@code Order::customer}.
 *
 * <p>A job is data and travels; a lambda is neither. So only what can be named can be used, and everything else is
 * refused with the reason. A named module that builds jobs opens the package of the class that does to
 * {@code io.sardonyx.core}, where references are looked into, and exports the packages of its functions.
 */
public interface MethodReference extends Serializable {

    /** A method of one argument, the segment; or an accessor, which is called on the segment. */
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

    /** A method of the segment and four more arguments. */
    @FunctionalInterface
    interface Of5<A, B, C, D, E, R> extends MethodReference {
        R call(A segment, B second, C third, D fourth, E fifth) throws Exception;
    }

    /** A method of the segment and five more arguments; one with six is given by its name. */
    @FunctionalInterface
    interface Of6<A, B, C, D, E, F, R> extends MethodReference {
        R call(A segment, B second, C third, D fourth, E fifth, F sixth) throws Exception;
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

    /** A method of the segment and a state that gives nothing. */
    @FunctionalInterface
    interface Taking2<A, B> extends MethodReference {
        void call(A segment, B second) throws Exception;
    }

    /** A method of the segment and two more arguments that gives nothing. */
    @FunctionalInterface
    interface Taking3<A, B, C> extends MethodReference {
        void call(A segment, B second, C third) throws Exception;
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
        return switch (lambda.getImplMethodKind()) {
            case MethodHandleInfo.REF_invokeStatic -> type + "::" + method;
            case MethodHandleInfo.REF_invokeVirtual, MethodHandleInfo.REF_invokeInterface -> accessor(lambda);
            default ->
                throw new IllegalArgumentException(type + "::" + method + " is neither a static method nor an accessor;"
                        + " call it in a public static method and refer to that");
        };
    }

    /** Of the class that the reference names, which may have inherited the method. */
    private static String accessor(SerializedLambda lambda) {
        String method = lambda.getImplClass().replace('/', '.') + "::" + lambda.getImplMethodName();
        if (lambda.getCapturedArgCount() > 0) {
            throw new IllegalArgumentException(method + " is referred to on an object, which no other process has;"
                    + " refer to it on its class, as in Order::customer, or make it static");
        }
        if (!lambda.getImplMethodSignature().startsWith("()")) {
            throw new IllegalArgumentException(method + " is no static method and takes more than the segment that it"
                    + " is called on; make it public and static, with the segment as its first argument");
        }
        String taken = lambda.getInstantiatedMethodType();
        String type = taken.substring("(L".length(), taken.indexOf(';')).replace('/', '.');
        return type + "::" + lambda.getImplMethodName();
    }

    private SerializedLambda serialized() {
        try {
            Method replace = getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            if (replace.invoke(this) instanceof SerializedLambda lambda) {
                return lambda;
            }
        } catch (InaccessibleObjectException e) {
            String place = getClass().getPackageName();
            throw new IllegalArgumentException(
                    "a method reference in package " + place + " cannot be named, since its module keeps it shut; say"
                            + " 'opens " + place
                            + " to io.sardonyx.core' in its module-info.java, or name the method as"
                            + " text: \"com.acme.Words::split\"",
                    e);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException | RuntimeException e) {
            throw new IllegalArgumentException(
                    getClass().getName() + " is no method reference that can be named (" + e
                            + "); name the method as text: \"com.acme.Words::split\"",
                    e);
        }
        throw new IllegalArgumentException(getClass().getName() + " is no method reference");
    }
}
