package io.sardonyx.function;

import io.sardonyx.job.Call;
import io.sardonyx.plugin.TaskContext;
import java.time.Instant;

/** Says when a segment happened: its event time. */
@FunctionalInterface
public interface EventTime {

    /**
     * Milliseconds since 1970; at least 1, whatever the job's method says.
     *
     * @throws Throwable what that throws, or an {@link IllegalArgumentException} if it gives no time
     */
    long millis(Object segment) throws Throwable;

    /**
     * What a method of the job says.
     *
     * @throws BadFunction that says why the method cannot be called
     */
    static EventTime of(Call call, FunctionLoader functions, TaskContext context) {
        MethodSignature signature = MethodRole.TIME.signature(functions.named(call.name()));
        Invocation function = BoundFunction.of(signature, call, context).invocation(functions.copies());
        return segment -> {
            Object time = function.call(segment);
            if (time == null) {
                throw new IllegalArgumentException(signature.name()
                        + " returned null, which is no time; return when the segment happened, or filter it out"
                        + " before");
            }
            return Math.max(1, time instanceof Instant instant ? instant.toEpochMilli() : (Long) time);
        };
    }
}
