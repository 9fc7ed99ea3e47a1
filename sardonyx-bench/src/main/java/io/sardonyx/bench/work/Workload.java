package io.sardonyx.bench.work;

/** A kind of work, the same for all engines. */
public enum Workload {
    W1("stateless: events, map, filter, count and checksum", "events", 1 << 18),
    W1M("W1 on linked hash maps instead of objects", "events", 1 << 16),
    W2("words counted by key over two: lines, split, count", "lines", 1 << 14),
    W4("W1 in four tasks, at least once", "events", 1 << 18),
    W5("latency of a paced source, map, running count by key over two", "events", 1 << 14),
    W6("start-up until the first thousand events of W1 are through", "events", 1_000),
    W7("words counted by key over two processes: lines, split, count", "lines", 1 << 14);

    private final String what;
    private final String unit;
    private final long fewInputs;

    Workload(String what, String unit, long fewInputs) {
        this.what = what;
        this.unit = unit;
        this.fewInputs = fewInputs;
    }

    public String what() {
        return what;
    }

    public String unit() {
        return unit;
    }

    /** So few that every engine is through in a moment, cold as it is. */
    public long fewInputs() {
        return fewInputs;
    }

    /** What must come out, by the plainest of loops. */
    Tally expected(long inputs) {
        return switch (this) {
            case W1, W1M, W4, W6 -> events(inputs);
            case W2, W7 -> words(inputs);
            case W5 -> counts(inputs);
        };
    }

    private static Tally events(long inputs) {
        var tally = new Tally();
        for (long i = 0; i < inputs; i++) {
            Event event = Events.map(Events.of(i));
            if (Events.isKept(event)) {
                tally.add(event);
            }
        }
        return tally;
    }

    private static Tally words(long inputs) {
        var counts = new WordCounts();
        for (long i = 0; i < inputs; i++) {
            Lines.split(Lines.of(i)).forEach(counts::add);
        }
        return counts.tally();
    }

    private static Tally counts(long inputs) {
        var tally = new Tally();
        var counts = new RunningCounts();
        for (long i = 0; i < inputs; i++) {
            tally.add(counts.next(Events.map(Events.of(i))), inputs);
        }
        return tally;
    }
}
