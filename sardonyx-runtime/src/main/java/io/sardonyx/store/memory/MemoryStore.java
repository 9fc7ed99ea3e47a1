package io.sardonyx.store.memory;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A store in memory: one opening of its {@link Shared} content, as one process would have of a real store. */
public final class MemoryStore implements Store {

    private final Shared memory;
    private final StoreThread thread;
    private final Map<String, MemoryLog> logs = new ConcurrentHashMap<>();
    private final MemoryDocuments documents;
    private final MemoryLeases leases;
    private final Blobs blobs;

    private MemoryStore(Shared memory, String name) {
        this.memory = memory;
        thread = new StoreThread("sardonyx-memory-" + name);
        documents = new MemoryDocuments(memory.documents(), thread);
        leases = new MemoryLeases(memory.leases(), thread);
        blobs = new MemoryBlobs(memory.blobs(), thread, () -> {});
    }

    public static MemoryStore open(String name) {
        return new MemoryStore(Shared.open(name), name);
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
    public Optional<Blobs> blobs() {
        return Optional.of(blobs);
    }

    /** The blobs, with which this opening is closed. */
    Blobs blobsAlone() {
        return new MemoryBlobs(memory.blobs(), thread, this::close);
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

    /** Content of a store in memory, shared by all openings of one name; dropped with the last of them. */
    private static final class Shared {

        private static final Map<String, Shared> BY_NAME = new HashMap<>();

        private final String name;
        private final Map<String, MemoryLog.Shared> logs = new ConcurrentHashMap<>();
        private final MemoryDocuments.Shared documents = new MemoryDocuments.Shared();
        private final MemoryLeases.Shared leases = new MemoryLeases.Shared();
        private final MemoryBlobs.Shared blobs = new MemoryBlobs.Shared();
        private int openings;

        private Shared(String name) {
            this.name = name;
        }

        static Shared open(String name) {
            synchronized (BY_NAME) {
                Shared memory = BY_NAME.computeIfAbsent(name, Shared::new);
                memory.openings++;
                return memory;
            }
        }

        void close() {
            synchronized (BY_NAME) {
                if (--openings == 0) {
                    BY_NAME.remove(name);
                }
            }
        }

        MemoryLog.Shared log(String log) {
            return logs.computeIfAbsent(log, ignored -> new MemoryLog.Shared());
        }

        MemoryDocuments.Shared documents() {
            return documents;
        }

        MemoryBlobs.Shared blobs() {
            return blobs;
        }

        MemoryLeases.Shared leases() {
            return leases;
        }
    }
}
