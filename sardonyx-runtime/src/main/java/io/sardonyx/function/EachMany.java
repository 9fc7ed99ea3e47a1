package io.sardonyx.function;

import io.sardonyx.call.CallProgress;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Gives any number of results for each segment. Never used itself, only in {@link Specializer}. */
final class EachMany implements SegmentFunction {

    private static final MethodHandle METHOD = Specializer.handle(MethodHandles.lookup());

    private final BoundArguments arguments;

    EachMany(BoundArguments arguments) {
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
            while (at < to) {
                addAll((Object) METHOD.invokeExact(segments[at], a, b, c, d, e), at, results);
                kept = results.size();
                at++;
                if (progress.isLeaving()) {
                    break;
                }
            }
        } catch (Throwable thrown) {
            results.cut(kept);
            results.fail(at < to ? arguments.judged(thrown, segments[at]) : thrown);
        }
        return at;
    }

    private void addAll(@Nullable Object many, int source, Results results) {
        if (many instanceof List<?> list && list instanceof RandomAccess) {
            for (int i = 0; i < list.size(); i++) {
                add(list.get(i), source, results);
            }
        } else if (many instanceof Iterable<?> iterable) {
            addAll(iterable.iterator(), source, results);
        } else if (many instanceof Iterator<?> iterator) {
            addAll(iterator, source, results);
        } else if (many instanceof Stream<?> stream) {
            try (stream) {
                addAll(stream.iterator(), source, results);
            }
        } else {
            throw NullResult.many(arguments.function());
        }
    }

    private void addAll(Iterator<?> iterator, int source, Results results) {
        while (iterator.hasNext()) {
            add(iterator.next(), source, results);
        }
    }

    private void add(@Nullable Object result, int source, Results results) {
        if (result == null) {
            throw NullResult.among(arguments.function());
        }
        results.add(result, source);
    }
}
