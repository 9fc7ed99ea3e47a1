package io.sardonyx.testkit.simulate.store;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The simulated store's server side: logs, documents, leases and blobs, shared by all processes. It is always correct;
 * faults are on the {@link SimulatedConnection} to it.
 */
public final class SimulatedStore {

    /** Listener that sees every append at the moment it is applied, whether or not its reply is lost. */
    public interface Witness {

        Witness NONE = (log, first, entries, by) -> {};

        void appended(String log, long first, List<byte[]> entries, SimulatedSession by);
    }

    private final Map<String, StoredLog> logs = new TreeMap<>();
    private final StoredDocuments documents = new StoredDocuments();
    private final StoredLeases leases = new StoredLeases();
    private final StoredBlobs blobs = new StoredBlobs();
    private Witness witness = Witness.NONE;
    /** How many outages overlap at present. */
    private int outages;
    /** How many faults keep the disk full at present. */
    private int fillings;

    /** Sets the listener for appends. */
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

    public StoredBlobs blobs() {
        return blobs;
    }

    long append(String log, List<byte[]> entries, SimulatedSession by) {
        long first = log(log).append(entries);
        witness.appended(log, first, entries, by);
        return first;
    }

    /** Removes watches of processes that have died, so that long simulations do not accumulate them. */
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

    /** Fills the disk: writes fail until a matching {@link #clean}. Calls nest. */
    public void fill() {
        fillings++;
    }

    public void clean() {
        fillings--;
    }

    /** Begins an outage: all calls fail until a matching {@link #recover}. Calls nest. */
    public void fail() {
        outages++;
    }

    public void recover() {
        outages--;
    }
}
