package io.sardonyx.job;

import java.util.Objects;

/**
 * A function, predicate or plugin by its name, and the parameters it is called with.
 *
 * @param name a public static method, {@code com.acme.Words::split}, or the short name of a plugin
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
}
