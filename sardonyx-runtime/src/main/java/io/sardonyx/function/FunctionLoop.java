package io.sardonyx.function;

import io.sardonyx.call.CallProgress;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The loop that calls a function for segments. Never used itself, only as a copy made by {@link Specializer}.
 *
 * <p>Method and kind of result are constants of a copy, so that the compiler drops the branches of all other kinds.
 * They are told apart by {@code ==}: a {@code switch} looks the kind up in an array, which is no constant.
 */
final class FunctionLoop implements SegmentFunction {

    private static final MethodHandle METHOD = Specializer.method(MethodHandles.lookup());
    private static final ResultKind KIND = Specializer.kind(MethodHandles.lookup());

    private final BoundArguments arguments;

    FunctionLoop(BoundArguments arguments) {
        this.arguments = arguments;
    }

    @Override
    public int apply(Object[] segments, int from, int to, Results results, CallProgress progress) {
        if (KIND.isBatch()) {
            return applyToBatch(segments, from, to, results);
        }
        // in variables, for the look at progress keeps the compiler from reading fields only once
        Object a = arguments.a();
        Object b = arguments.b();
        Object c = arguments.c();
        Object d = arguments.d();
        Object e = arguments.e();
        Object f = arguments.f();
        KeyedState state = arguments.state();
        arguments.announce(segments, from, to);
        int at = from;
        try {
            while (at < to) {
                if (state != null && !state.seek(segments[at])) {
                    at++;
                    continue;
                }
                if (KIND == ResultKind.NONE) {
                    METHOD.invokeExact(segments[at], a, b, c, d, e, f);
                } else if (KIND == ResultKind.FILTER) {
                    if ((boolean) METHOD.invokeExact(segments[at], a, b, c, d, e, f)) {
                        results.add(segments[at], at);
                    }
                } else {
                    add((Object) METHOD.invokeExact(segments[at], a, b, c, d, e, f), at, results);
                }
                at++;
                if (progress.isLeaving()) {
                    break;
                }
            }
        } catch (Throwable thrown) {
            fail(at < to ? arguments.explained(thrown, segments[at]) : thrown, results);
        }
        return at;
    }

    private void fail(Throwable thrown, Results results) {
        KeyedState state = arguments.state();
        if (state != null) {
            state.rollBack();
        }
        results.fail(thrown);
    }

    @Override
    public boolean givesWhatItTakes() {
        return KIND == ResultKind.FILTER;
    }

    private void add(@Nullable Object result, int source, Results results) {
        if (KIND == ResultKind.ONE) {
            if (result == null) {
                throw NullResult.one(arguments.function());
            }
            results.add(result, source);
        } else if (KIND == ResultKind.MAYBE) {
            if (result == null) {
                throw NullResult.maybe(arguments.function());
            }
            Optional<?> maybe = (Optional<?>) result;
            if (maybe.isPresent()) {
                results.add(maybe.get(), source);
            }
        } else {
            addMany(result, source, results);
        }
    }

    /** All of them or, if there is a fault among them, none. */
    private void addMany(@Nullable Object many, int source, Results results) {
        int kept = results.size();
        try {
            if (many instanceof List<?> list && list instanceof RandomAccess) {
                for (int i = 0; i < list.size(); i++) {
                    addOneOfMany(list.get(i), source, results);
                }
            } else if (many instanceof Iterable<?> iterable) {
                addMany(iterable.iterator(), source, results);
            } else if (many instanceof Iterator<?> iterator) {
                addMany(iterator, source, results);
            } else if (many instanceof Stream<?> stream) {
                try (stream) {
                    addMany(stream.iterator(), source, results);
                }
            } else {
                throw NullResult.many(arguments.function());
            }
        } catch (Throwable thrown) {
            results.cut(kept);
            throw thrown;
        }
    }

    private void addMany(Iterator<?> iterator, int source, Results results) {
        while (iterator.hasNext()) {
            addOneOfMany(iterator.next(), source, results);
        }
    }

    private void addOneOfMany(@Nullable Object result, int source, Results results) {
        if (result == null) {
            throw NullResult.among(arguments.function());
        }
        results.add(result, source);
    }

    private int applyToBatch(Object[] segments, int from, int to, Results results) {
        int kept = results.size();
        BoundArguments with = arguments;
        try {
            // a copy, for the function may keep the list, and the array is used again
            Object batch = Collections.unmodifiableList(Arrays.asList(Arrays.copyOfRange(segments, from, to)));
            if (KIND == ResultKind.BATCH_NONE) {
                METHOD.invokeExact(batch, with.a(), with.b(), with.c(), with.d(), with.e(), with.f());
            } else {
                Object given =
                        (Object) METHOD.invokeExact(batch, with.a(), with.b(), with.c(), with.d(), with.e(), with.f());
                addBatch((List<?>) given, from, to, results);
            }
            return to;
        } catch (Throwable thrown) {
            results.cut(kept);
            results.fail(thrown);
            return from;
        }
    }

    private void addBatch(@Nullable List<?> given, int from, int to, Results results) {
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
