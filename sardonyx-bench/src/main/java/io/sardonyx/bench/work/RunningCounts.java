package io.sardonyx.bench.work;

import java.util.HashMap;
import java.util.Map;

/** The running count of each user, by hand. Not for more than one thread. */
public final class RunningCounts {

    private final Map<Long, long[]> counts = new HashMap<>();

    public Running next(Event event) {
        return Running.of(event, ++counts.computeIfAbsent(event.userId, it -> new long[1])[0]);
    }
}
