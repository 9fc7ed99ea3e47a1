package io.sardonyx.job;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A function, predicate or plugin by its name, and the parameters it is called with.
 *
 * @param name a public static method or an accessor, {@code com.acme.Words::split}, or the short name of a plugin
 */
public record Call(String name, Parameters parameters) {

    private static final int MAX_LENGTH = 500;

    public Call {
        Objects.requireNonNull(parameters, "parameters");
        if (name.isBlank() || name.length() > MAX_LENGTH || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the name of a function or plugin has 1 to " + MAX_LENGTH
                    + " characters, none of them a control character");
        }
    }

    /** Without parameters. */
    public static Call to(String name) {
        return new Call(name, Parameters.NONE);
    }

    /** The method that is referred to, without parameters. */
    public static Call to(MethodReference method) {
        return to(method.methodName());
    }

    /** The method that is referred to: {@code Call.to(Words::cut).with("length", 5)}. */
    public static <R> Call to(MethodReference.Of0<R> method) {
        return to(method.methodName());
    }

    /** The method that is referred to. */
    public static <A, R> Call to(MethodReference.Of1<A, R> method) {
        return to(method.methodName());
    }

    /** The method that is referred to. */
    public static <A, B, R> Call to(MethodReference.Of2<A, B, R> method) {
        return to(method.methodName());
    }

    /** The method that is referred to. */
    public static <A, B, C, R> Call to(MethodReference.Of3<A, B, C, R> method) {
        return to(method.methodName());
    }

    /** The method that is referred to. */
    public static <A, B, C, D, R> Call to(MethodReference.Of4<A, B, C, D, R> method) {
        return to(method.methodName());
    }

    /** The method that is referred to. */
    public static <A, B, C, D, E, R> Call to(MethodReference.Of5<A, B, C, D, E, R> method) {
        return to(method.methodName());
    }

    /** The method that is referred to. */
    public static <A, B, C, D, E, F, R> Call to(MethodReference.Of6<A, B, C, D, E, F, R> method) {
        return to(method.methodName());
    }

    /** The same with one more parameter. */
    public Call with(String parameter, Object value) {
        return new Call(name, parameters.with(parameter, value));
    }

    /** Whether it names a method, not a plugin. */
    public boolean isMethod() {
        return name.contains("::");
    }

    @Override
    public String toString() {
        return parameters.isEmpty() ? name : name + parameters;
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Call that && name.equals(that.name) && parameters.equals(that.parameters);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + parameters.hashCode();
    }
}
