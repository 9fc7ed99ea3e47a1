package io.sardonyx.function;

import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.state.State;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a method takes.
 *
 * @param subject the type of its first argument, which differs from call to call, or of the object that an accessor is
 *     called on; null for a method that has none
 * @param arguments what it takes besides, the same in every call
 */
public record MethodSignature(Method method, @Nullable Class<?> subject, List<Argument> arguments) {

    /** So many arguments does a method have at most, the segment included. */
    private static final int MOST = 1 + BoundArguments.MOST;

    /**
     * Something that is the same in every call.
     *
     * @param name the parameter's name in the job; null for the context and for state
     * @param state that it is; null for parameters and the context
     */
    record Argument(
            @Nullable String name,
            Type type,
            Class<?> raw,
            @Nullable StateArgument state) {

        boolean isContext() {
            return name == null && state == null;
        }
    }

    /**
     * The signature of a method that is about something.
     *
     * @throws BadFunction that says what it may not take
     */
    static MethodSignature about(Method method) {
        Parameter[] parameters = method.getParameters();
        if (isAccessor(method)) {
            return new MethodSignature(method, method.getDeclaringClass(), List.of());
        }
        if (parameters.length == 0 || isFixed(parameters[0])) {
            throw new BadFunction(name(method) + " does not take a segment", "let its first argument be the segment");
        }
        return new MethodSignature(method, parameters[0].getType(), arguments(method, 1));
    }

    /** The signature of a method that makes something out of parameters alone. */
    static MethodSignature making(Method method) {
        if (isAccessor(method)) {
            throw new BadFunction(
                    name(method) + " is no static method, so there is no object to call it on", "make it static");
        }
        return new MethodSignature(method, null, arguments(method, 0));
    }

    private static List<Argument> arguments(Method method, int first) {
        Parameter[] parameters = method.getParameters();
        if (parameters.length > MOST) {
            throw new BadFunction(
                    name(method) + " takes " + parameters.length + " arguments, at most " + MOST + " are possible",
                    "let it take a TaskContext, which knows all parameters");
        }
        var arguments = new ArrayList<Argument>();
        for (int i = first; i < parameters.length; i++) {
            arguments.add(argument(method, parameters[i], i));
        }
        return List.copyOf(arguments);
    }

    private static Argument argument(Method method, Parameter parameter, int index) {
        if (!isFixed(parameter)) {
            throw new BadFunction(
                    name(method) + " has an argument " + (index + 1) + " of type "
                            + parameter.getParameterizedType().getTypeName() + " that is nothing the engine knows",
                    "annotate it with @Param(\"name\") or @State(\"name\"), or let it be a TaskContext");
        }
        Param named = parameter.getAnnotation(Param.class);
        State state = parameter.getAnnotation(State.class);
        Type type = parameter.getParameterizedType();
        return new Argument(
                named == null ? null : named.value(),
                type,
                parameter.getType(),
                state == null ? null : StateArgument.of(name(method), state, parameter.getType(), type));
    }

    private static boolean isFixed(Parameter parameter) {
        return parameter.getType() == TaskContext.class
                || parameter.isAnnotationPresent(Param.class)
                || parameter.isAnnotationPresent(State.class);
    }

    /** Whether it is called on the segment, and takes nothing else. */
    static boolean isAccessor(Method method) {
        return !Modifier.isStatic(method.getModifiers());
    }

    /** The generic type of what a method is about; null if it is about nothing. */
    public static @Nullable Type subject(Method method) {
        if (isAccessor(method)) {
            return method.getDeclaringClass();
        }
        Parameter[] parameters = method.getParameters();
        return parameters.length == 0 || isFixed(parameters[0]) ? null : parameters[0].getParameterizedType();
    }

    boolean takesContext() {
        return arguments.stream().anyMatch(Argument::isContext);
    }

    /** The arguments that are state of the task. */
    public List<StateArgument> states() {
        return arguments.stream().map(Argument::state).filter(Objects::nonNull).toList();
    }

    /** The signature of a method that keeps nothing. */
    MethodSignature withoutState() {
        if (!states().isEmpty()) {
            throw new BadFunction(
                    name() + " takes state, which only the function of a task and what it calls at its end can",
                    "leave it out");
        }
        return this;
    }

    public String name() {
        return name(method);
    }

    public static String name(Method method) {
        return method.getDeclaringClass().getName() + "::" + method.getName();
    }
}
