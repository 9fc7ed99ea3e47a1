package io.sardonyx.function;

import io.sardonyx.call.CallProgress;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Gives nothing for all segments at once. Never used itself, only in {@link Specializer}. */
final class WholeBatchTaken implements SegmentFunction {

    private static final MethodHandle METHOD = Specializer.handle(MethodHandles.lookup());

    private final BoundArguments arguments;

    WholeBatchTaken(BoundArguments arguments) {
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
        try {
            // a copy, for the function may keep the list, and the array is used again
            List<Object> batch = Collections.unmodifiableList(Arrays.asList(Arrays.copyOfRange(segments, from, to)));
            METHOD.invokeExact((Object) batch, a, b, c, d, e);
            at = to;
        } catch (Throwable thrown) {
            results.fail(thrown);
        }
        return at;
    }
}
