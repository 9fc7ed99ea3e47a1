package io.sardonyx.function;

import io.sardonyx.call.CallProgress;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives one result for each segment, of all segments at once. Never used itself, only in {@link Specializer}. */
final class WholeBatch implements SegmentFunction {

    private static final MethodHandle METHOD = Specializer.handle(MethodHandles.lookup());

    private final BoundArguments arguments;

    WholeBatch(BoundArguments arguments) {
        this.arguments = arguments;
    }

    @Override
    public int apply(Object[] segments, int from, int to, Results results, CallProgress progress) {
        Object a = arguments.a();
        Object b = arguments.b();
        Object c = arguments.c();
        Object d = arguments.d();
        Object e = arguments.e();
        int at = from;
        int kept = results.size();
        try {
            // a copy, for the function may keep the list, and the array is used again
            List<Object> batch = Collections.unmodifiableList(Arrays.asList(Arrays.copyOfRange(segments, from, to)));
            addAll((List<?>) (Object) METHOD.invokeExact((Object) batch, a, b, c, d, e), from, to, results);
            at = to;
        } catch (Throwable thrown) {
            results.cut(kept);
            results.fail(thrown);
        }
        return at;
    }

    private void addAll(@Nullable List<?> given, int from, int to, Results results) {
        if (given == null) {
            throw NullResult.batch(arguments.function());
        }
        if (given.size() != to - from) {
            throw new IllegalStateException(arguments.function() + " was given a list of " + (to - from)
                    + " segments and returned one of " + given.size() + "; a batch function returns one result for"
                    + " each segment, in their order");
        }
        int source = from;
        for (Object result : given) {
            if (result == null) {
                throw NullResult.batch(arguments.function());
            }
            results.add(result, source++);
        }
    }
}
