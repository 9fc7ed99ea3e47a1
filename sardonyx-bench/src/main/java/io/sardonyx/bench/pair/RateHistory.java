package io.sardonyx.bench.pair;

import java.util.ArrayList;
import java.util.List;

/** How much was done by when, as somebody looked now and then. */
final class RateHistory {

    private final List<Look> looks = new ArrayList<>();

    private record Look(long nanos, long done) {

        double perSecondUntil(Look later) {
            return (later.done - done) * 1e9 / (later.nanos - nanos);
        }
    }

    /** Looks come in the order of time. */
    void add(long nanos, long done) {
        looks.add(new Look(nanos, done));
    }

    /** The rate in the window that ends with the last look; 0 when nobody looked before it began. */
    double perSecond(long windowNanos) {
        if (looks.isEmpty()) {
            return 0;
        }
        Look last = looks.get(looks.size() - 1);
        for (int i = looks.size() - 2; i >= 0; i--) {
            if (last.nanos - looks.get(i).nanos >= windowNanos) {
                return looks.get(i).perSecondUntil(last);
            }
        }
        return 0;
    }
}
