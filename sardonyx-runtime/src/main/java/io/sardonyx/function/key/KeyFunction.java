package io.sardonyx.function.key;

import io.sardonyx.function.BadFunction;
import io.sardonyx.function.BoundFunction;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.Invocation;
import io.sardonyx.function.MethodRole;
import io.sardonyx.function.MethodSignature;
import io.sardonyx.job.Call;
import io.sardonyx.job.Grouping;
import io.sardonyx.plugin.TaskContext;
import org.jspecify.annotations.Nullable;

/** Says which segments belong together: those with equal keys. */
@FunctionalInterface
public interface KeyFunction {

    /**
     * The key of a segment, never null.
     *
     * @throws Throwable what the job's function throws; a {@link MissingKey} if the segment has no such field
     */
    Object key(Object segment) throws Throwable;

    /**
     * How the segments of a task are grouped: by the value of one field, the list of the values of several, or what a
     * function says. Null when they are not.
     *
     * @throws BadFunction that says why the function cannot be called
     */
    static @Nullable KeyFunction of(Grouping grouping, FunctionLoader functions, TaskContext context) {
        Call call = grouping.function();
        if (call != null) {
            MethodSignature signature = MethodRole.KEY.signature(functions.named(call.name()));
            Invocation function = BoundFunction.of(signature, call, context).invocation(functions.copies());
            return segment -> {
                Object key = function.call(segment);
                if (key == null) {
                    throw new MissingKey(signature.name()
                            + " returned null, which is no key; return something that equal segments share");
                }
                return key;
            };
        }
        return grouping.isNone() ? null : new FieldKey(grouping.keys(), functions.copies());
    }
}
