package io.sardonyx.store.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Content of a store in memory, shared by all openings of one name; dropped with the last of them. */
final class SharedMemory {

    private static final Map<String, SharedMemory> BY_NAME = new HashMap<>();

    private final String name;
    private final Map<String, SharedLog> logs = new ConcurrentHashMap<>();
    private final SharedDocuments documents = new SharedDocuments();
    private final SharedLeases leases = new SharedLeases();
    private int openings;

    private SharedMemory(String name) {
        this.name = name;
    }

    static SharedMemory open(String name) {
        synchronized (BY_NAME) {
            SharedMemory memory = BY_NAME.computeIfAbsent(name, SharedMemory::new);
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

    SharedLog log(String log) {
        return logs.computeIfAbsent(log, ignored -> new SharedLog());
    }

    SharedDocuments documents() {
        return documents;
    }

    SharedLeases leases() {
        return leases;
    }
}
