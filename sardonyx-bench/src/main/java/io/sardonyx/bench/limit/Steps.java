package io.sardonyx.bench.limit;

import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Events;
import io.sardonyx.bench.work.Segments;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** The four functions of W1. A process runs one cell only, so the compiler sees through them as if they were named. */
record Steps<T>(LongFunction<T> source, UnaryOperator<T> map, Predicate<T> filter, ToLongFunction<T> digest) {

    static final Steps<Event> EVENTS = new Steps<>(Events::of, Events::map, Events::isKept, Events::digest);

    static final Steps<Map<String, Object>> SEGMENTS =
            new Steps<>(Segments::of, Segments::map, Segments::isKept, Segments::digest);
}
