package io.sardonyx.bench.limit;

import io.sardonyx.bench.work.Tally;

/** W1 by hand, in one thread, in two, and in two that hand over arrays. */
final class EventLoops<T> {

    static final int BATCH = 256;

    private static final int ITEMS_IN_FLIGHT = 1 << 14;

    private final Steps<T> steps;

    EventLoops(Steps<T> steps) {
        this.steps = steps;
    }

    /** Keeps no object alive, so none need be made at all. */
    Tally single(long first, long end) {
        var tally = new Tally();
        for (long from = first; from < end; from += BATCH) {
            single(tally, from, Math.min(end, from + BATCH));
        }
        return tally;
    }

    private void single(Tally tally, long from, long to) {
        long count = 0;
        long digest = 0;
        for (long i = from; i < to; i++) {
            T mapped = steps.map().apply(steps.source().apply(i));
            if (steps.filter().test(mapped)) {
                count++;
                digest += steps.digest().applyAsLong(mapped);
            }
        }
        tally.addAll(count, digest);
    }

    /** Each event crosses over by itself. */
    Tally pair(long inputs) {
        var ring = new Ring<T>(ITEMS_IN_FLIGHT);
        return Pair.run(
                () -> {
                    for (long i = 0; i < inputs; i++) {
                        ring.put(steps.map().apply(steps.source().apply(i)));
                    }
                },
                () -> {
                    var tally = new Tally();
                    for (long i = 0; i < inputs; i++) {
                        T mapped = ring.take();
                        if (steps.filter().test(mapped)) {
                            tally.add(steps.digest().applyAsLong(mapped));
                        }
                    }
                    return tally;
                });
    }

    /** The same, 256 at a time. */
    Tally batched(long inputs) {
        var ring = new Ring<Object[]>(ITEMS_IN_FLIGHT / BATCH);
        return Pair.run(
                () -> {
                    for (long from = 0; from < inputs; from += BATCH) {
                        ring.put(mapped(from, (int) Math.min(BATCH, inputs - from)));
                    }
                },
                () -> {
                    var tally = new Tally();
                    for (long from = 0; from < inputs; from += BATCH) {
                        sum(tally, ring.take());
                    }
                    return tally;
                });
    }

    private Object[] mapped(long from, int size) {
        var batch = new Object[size];
        for (int i = 0; i < size; i++) {
            batch[i] = steps.map().apply(steps.source().apply(from + i));
        }
        return batch;
    }

    private void sum(Tally tally, Object[] batch) {
        long count = 0;
        long digest = 0;
        for (Object item : batch) {
            @SuppressWarnings("unchecked")
            T mapped = (T) item;
            if (steps.filter().test(mapped)) {
                count++;
                digest += steps.digest().applyAsLong(mapped);
            }
        }
        tally.addAll(count, digest);
    }
}
