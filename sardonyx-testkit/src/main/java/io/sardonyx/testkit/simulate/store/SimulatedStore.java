package io.sardonyx.testkit.simulate.store;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What all processes share. It never errs; the way to it does. */
public final class SimulatedStore {

    /** Sees every append at the moment it happens, whatever becomes of its answer. */
    public interface Witness {

        Witness NOBODY = (log, first, entries, by) -> {};

        void appended(String log, long first, List<byte[]> entries, SimulatedSession by);
    }

    private final Map<String, StoredLog> logs = new TreeMap<>();
    private final StoredDocuments documents = new StoredDocuments();
    private final StoredLeases leases = new StoredLeases();
    private Witness witness = Witness.NOBODY;
    private int outages;
    private int fillings;

    public void show(Witness other) {
        witness = other;
    }

    public StoredLog log(String name) {
        return logs.computeIfAbsent(name, ignored -> new StoredLog());
    }

    public StoredDocuments documents() {
        return documents;
    }

    public StoredLeases leases() {
        return leases;
    }

    long append(String log, List<byte[]> entries, SimulatedSession by) {
        long first = log(log).append(entries);
        witness.appended(log, first, entries, by);
        return first;
    }

    /** Forgets the wishes of processes that are gone, which a storm does not last long enough for. */
    public void tidy() {
        logs.values().forEach(log -> log.bell().isIdle());
        documents.tidy();
        leases.tidy();
    }

    boolean isDown() {
        return outages > 0;
    }

    boolean isFull() {
        return fillings > 0;
    }

    /** It has no room, until {@link #clean} makes some. */
    public void fill() {
        fillings++;
    }

    public void clean() {
        fillings--;
    }

    /** One more reason not to answer, until {@link #recover} takes it back. */
    public void fail() {
        outages++;
    }

    public void recover() {
        outages--;
    }
}
