package io.sardonyx.bench.work;

/** What came out at one end: how much, what, and how late. Not for more than one thread. */
public final class Tally {

    private final Latencies latencies = new Latencies();
    private long count;
    private long digest;

    /** One more. */
    public void add(long itsDigest) {
        count++;
        digest += itsDigest;
    }

    /** Many of a kind. */
    public void addAll(long howMany, long theirDigest) {
        count += howMany;
        digest += theirDigest;
    }

    public void add(Event event) {
        add(Events.digest(event));
    }

    /** Late by how much is recorded from an event on only; what starts is still slow. */
    public void add(Running running, long firstRecorded) {
        add(Running.digest(running.userId, running.count));
        if (running.id >= firstRecorded) {
            latencies.add(System.nanoTime() - running.due);
        }
    }

    void add(Tally other) {
        count += other.count;
        digest += other.digest;
        latencies.addAll(other.latencies);
    }

    public long count() {
        return count;
    }

    public long digest() {
        return digest;
    }

    public Latencies latencies() {
        return latencies;
    }
}
