package io.sardonyx.bench.work;

/**
 * Something that a user did.
 *
 * <p>Open fields and an empty constructor are what the fastest serializer of Flink asks for; nobody changes an event.
 */
public final class Event {

    public long id;
    public long userId;
    public long ts;
    public int kind;
    public long amount;
    public String text;

    public Event() {
        text = "";
    }

    public Event(long id, long userId, long ts, int kind, long amount, String text) {
        this.id = id;
        this.userId = userId;
        this.ts = ts;
        this.kind = kind;
        this.amount = amount;
        this.text = text;
    }

    /** The same at another time. */
    public Event at(long time) {
        return new Event(id, userId, time, kind, amount, text);
    }
}
