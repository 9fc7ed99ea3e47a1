package io.sardonyx.bench.limit;

import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Events;
import io.sardonyx.bench.work.Tally;

/** W4 by hand: four tasks that a thread visits in turn, arrays of events between them, a ledger entry per array. */
final class AckedTasks {

    private static final long IDS = 0x9E3779B97F4A7C15L;

    private final Ledger ledger = new Ledger();
    private final Tally tally = new Tally();
    private long lastId;

    static Tally run(long first, long end) {
        var tasks = new AckedTasks();
        long batches = 0;
        for (long from = first; from < end; from += EventLoops.BATCH) {
            tasks.pass(batches++, from, (int) Math.min(EventLoops.BATCH, end - from));
        }
        if (tasks.ledger.completed() != batches) {
            throw new IllegalStateException(tasks.ledger.completed() + " of " + batches + " batches are complete");
        }
        return tasks.tally;
    }

    private void pass(long batch, long from, int size) {
        long made = nextId();
        Event[] events = made(from, size);
        ledger.mark(batch, made);

        long mapped = nextId();
        Event[] others = mapped(events);
        ledger.mark(batch, made ^ mapped);

        long kept = nextId();
        int left = keep(others);
        ledger.mark(batch, mapped ^ kept);

        sum(others, left);
        ledger.mark(batch, kept);
    }

    private long nextId() {
        lastId += IDS;
        return lastId;
    }

    private static Event[] made(long from, int size) {
        var events = new Event[size];
        for (int i = 0; i < size; i++) {
            events[i] = Events.of(from + i);
        }
        return events;
    }

    private static Event[] mapped(Event[] events) {
        var mapped = new Event[events.length];
        for (int i = 0; i < events.length; i++) {
            mapped[i] = Events.map(events[i]);
        }
        return mapped;
    }

    /** Moves what is kept to the front. */
    private static int keep(Event[] events) {
        int kept = 0;
        for (Event event : events) {
            if (Events.isKept(event)) {
                events[kept++] = event;
            }
        }
        return kept;
    }

    private void sum(Event[] events, int size) {
        long digest = 0;
        for (int i = 0; i < size; i++) {
            digest += Events.digest(events[i]);
        }
        tally.addAll(size, digest);
    }
}
