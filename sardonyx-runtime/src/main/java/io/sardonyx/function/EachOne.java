package io.sardonyx.function;

import io.sardonyx.call.CallProgress;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** Gives one result for each segment. Never used itself, only in {@link Specializer}. */
final class EachOne implements SegmentFunction {

    private static final MethodHandle METHOD = Specializer.handle(MethodHandles.lookup());

    private final BoundArguments arguments;

    EachOne(BoundArguments arguments) {
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
            while (at < to) {
                Object result = (Object) METHOD.invokeExact(segments[at], a, b, c, d, e);
                if (result == null) {
                    throw NullResult.one(arguments.function());
                }
                results.add(result, at);
                at++;
                if (progress.isLeaving()) {
                    break;
                }
            }
        } catch (Throwable thrown) {
            results.fail(at < to ? arguments.judged(thrown, segments[at]) : thrown);
        }
        return at;
    }
}
