package io.sardonyx.store.memory;

import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A store in memory: one opening of a {@link SharedMemory}, as one process would have of a real store. */
public final class MemoryStore implements Store {

    private final SharedMemory memory;
    private final StoreThread thread;
    private final Map<String, MemoryLog> logs = new ConcurrentHashMap<>();
    private final MemoryDocuments documents;
    private final MemoryLeases leases;

    private MemoryStore(SharedMemory memory, String name) {
        this.memory = memory;
        thread = new StoreThread("sardonyx-memory-" + name);
        documents = new MemoryDocuments(memory.documents(), thread);
        leases = new MemoryLeases(memory.leases(), thread);
    }

    public static MemoryStore open(String name) {
        return new MemoryStore(SharedMemory.open(name), name);
    }

    @Override
    public Log log(String name) {
        return logs.computeIfAbsent(StorePreconditions.name(name), it -> new MemoryLog(memory.log(it), thread));
    }

    @Override
    public Documents documents() {
        return documents;
    }

    @Override
    public Leases leases() {
        return leases;
    }

    @Override
    public void close() {
        thread.close(() -> {
            leases.release();
            documents.leave();
            logs.values().forEach(MemoryLog::leave);
            memory.close();
        });
    }
}
