package io.sardonyx.function;

import io.sardonyx.function.MethodSignature.Argument;
import io.sardonyx.job.Call;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.text.Spelling;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A call of a job with the method that it names and what each of its arguments is.
 *
 * <p>An argument is a parameter of the call or, where the call has none of that name, a resource of the task.
 */
public final class BoundFunction {

    private final MethodSignature signature;
    private final @Nullable Object[] values;
    private final @Nullable KeyedState state;

    private BoundFunction(MethodSignature signature, @Nullable Object[] values, @Nullable KeyedState state) {
        this.signature = signature;
        this.values = values;
        this.state = state;
    }

    /**
     * Binds a call without state for a task.
     *
     * @throws BadFunction that names everything that is wrong with its parameters
     */
    public static BoundFunction of(MethodSignature signature, Call call, TaskContext context) {
        return of(signature.withoutState(), call, context, null);
    }

    /**
     * Binds a call for a task.
     *
     * @param state of the task; may be null if the method takes none
     * @throws BadFunction that names everything that is wrong with its parameters
     */
    static BoundFunction of(MethodSignature signature, Call call, TaskContext context, @Nullable KeyedState state) {
        var faults = new ArrayList<>(faults(signature, call));
        var values = new @Nullable Object[signature.arguments().size()];
        for (int i = 0; i < values.length; i++) {
            Argument argument = signature.arguments().get(i);
            String name = argument.name();
            StateArgument kept = argument.state();
            if (kept != null) {
                values[i] = Objects.requireNonNull(state, "a method that takes state is bound with it")
                        .handle(kept.name());
            } else if (name == null) {
                values[i] = new CallContext(context, call.parameters());
            } else if (!call.parameters().has(name)) {
                values[i] = resource(signature, call, argument, context, faults);
            } else if (faults.isEmpty()) {
                values[i] = Conversion.convert(
                        Objects.requireNonNull(call.parameters().value(name)), argument.type());
            }
        }
        if (!faults.isEmpty()) {
            throw new BadFunction(
                    faults.stream().map(BadFunction::what).collect(Collectors.joining("; ")),
                    faults.get(0).remedy());
        }
        return new BoundFunction(signature, values, signature.states().isEmpty() ? null : state);
    }

    private static @Nullable Object resource(
            MethodSignature signature, Call call, Argument argument, TaskContext context, List<BadFunction> faults) {
        Object found = context.resource(String.valueOf(argument.name())).orElse(null);
        if (found == null) {
            faults.add(missing(signature, call, argument));
        } else if (!Conversion.boxed(argument.raw()).isInstance(found)) {
            faults.add(new BadFunction(
                    "resource " + argument.name() + " of " + signature.name() + " is a "
                            + found.getClass().getName() + ", but "
                            + argument.raw().getName() + " was expected",
                    "provide what it takes, or change its type"));
            return null;
        }
        return found;
    }

    private static BadFunction missing(MethodSignature signature, Call call, Argument argument) {
        Parameters given = call.parameters();
        return new BadFunction(
                signature.name() + " needs " + argument.name() + " ("
                        + argument.raw().getSimpleName()
                        + "), which is neither a resource of the task nor among the parameters of the call: "
                        + (given.isEmpty() ? "it has none" : "it has " + given.names()),
                "give it in the job, or let a lifecycle provide it");
    }

    /** What is wrong with the parameters of a call, as far as can be said without the task's resources. */
    static List<BadFunction> faults(MethodSignature signature, Call call) {
        var faults = new ArrayList<BadFunction>();
        var known = new ArrayList<String>();
        for (Argument argument : signature.arguments()) {
            String name = argument.name();
            if (name != null) {
                known.add(name);
                Object value = call.parameters().value(name);
                if (value != null) {
                    checkType(signature, argument, value, faults);
                }
            }
        }
        for (String name : call.parameters().names()) {
            if (!signature.takesContext() && !known.contains(name)) {
                faults.add(new BadFunction(
                        signature.name() + " takes no parameter " + name + ", "
                                + (known.isEmpty() ? "it takes none" : "it takes " + known)
                                + Spelling.didYouMean(name, known),
                        "correct it, or leave it out"));
            }
        }
        return faults;
    }

    private static void checkType(
            MethodSignature signature, Argument argument, Object value, List<BadFunction> faults) {
        try {
            Conversion.convert(value, argument.type());
        } catch (IllegalArgumentException e) {
            faults.add(new BadFunction(
                    "parameter " + argument.name() + " of " + signature.name() + " " + e.getMessage(),
                    "give it as " + Conversion.primitive(argument.raw()),
                    e));
        }
    }

    /** Missing numbers and booleans; whether there will be a resource is not known before the start. */
    static List<BadFunction> certainlyMissing(MethodSignature signature, Call call) {
        return signature.arguments().stream()
                .filter(argument -> argument.raw().isPrimitive()
                        && argument.name() != null
                        && !call.parameters().has(argument.name()))
                .map(argument -> missing(signature, call, argument))
                .toList();
    }

    /** Whether a call has all parameters of its method, so that it needs no resource. */
    static boolean givenAll(MethodSignature signature, Call call) {
        return signature.arguments().stream()
                .allMatch(
                        argument -> argument.name() == null || call.parameters().has(argument.name()));
    }

    /** For segments, in a loop of its own. */
    SegmentFunction loop(Specializer copies, ResultKind kind) {
        return copies.loop(signature.method(), kind, arguments());
    }

    private BoundArguments arguments() {
        Class<?> subject = signature.subject();
        return BoundArguments.of(signature.name(), subject == null ? Object.class : subject, values, state);
    }

    /** For one thing at a time. */
    public Invocation invocation(Specializer copies) {
        return copies.invocation(signature.method(), arguments());
    }

    MethodSignature signature() {
        return signature;
    }

    Method method() {
        return signature.method();
    }

    /**
     * What a method makes that is about nothing.
     *
     * @throws Exception what it throws
     */
    Object made() throws Exception {
        try {
            Object made = method().invoke(null, values);
            if (made == null) {
                throw NullResult.made(signature.name());
            }
            return made;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** The context of a task as one of its calls sees it: with the parameters of that call. */
    private record CallContext(TaskContext around, Parameters parameters) implements TaskContext {

        @Override
        public JobId job() {
            return around.job();
        }

        @Override
        public TaskName task() {
            return around.task();
        }

        @Override
        public PeerId peer() {
            return around.peer();
        }

        @Override
        public int slot() {
            return around.slot();
        }

        @Override
        public long fence() {
            return around.fence();
        }

        @Override
        public boolean hasCheckpoints() {
            return around.hasCheckpoints();
        }

        @Override
        public String writerId() {
            return around.writerId();
        }

        @Override
        public Parameters metadata() {
            return around.metadata();
        }

        @Override
        public List<JobId> resumes() {
            return around.resumes();
        }

        @Override
        public long nanoTime() {
            return around.nanoTime();
        }

        @Override
        public Optional<Object> resource(String name) {
            return around.resource(name);
        }

        @Override
        public void provide(String name, Object resource) {
            around.provide(name, resource);
        }
    }
}
