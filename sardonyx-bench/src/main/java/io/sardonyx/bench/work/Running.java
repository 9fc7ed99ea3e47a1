package io.sardonyx.bench.work;

/**
 * W5's output: the how-manieth event of its user an event is, and when it was due.
 *
 * <p>Open fields for the reason that {@link Event} has.
 */
public final class Running {

    public long id;
    public long userId;
    public long count;
    public long due;

    public Running() {}

    public Running(long id, long userId, long count, long due) {
        this.id = id;
        this.userId = userId;
        this.count = count;
        this.due = due;
    }

    /** The event that is its user's so-manieth. */
    public static Running of(Event event, long count) {
        return new Running(event.id, event.userId, count, event.ts);
    }

    /** Does not depend on which of a user's events came first, so that no order is asked of an engine. */
    public static long digest(long userId, long count) {
        return Chance.of(userId * 0x9E3779B97F4A7C15L + count);
    }
}
