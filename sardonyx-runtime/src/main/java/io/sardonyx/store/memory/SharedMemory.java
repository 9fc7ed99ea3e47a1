package io.sardonyx.store.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Content of a store in memory, shared by all openings of one name; dropped with the last of them. */
final class SharedMemory {

    private static final Map<String, SharedMemory> PLACES = new HashMap<>();

    private final String name;
    private final Map<String, SharedLog> books = new ConcurrentHashMap<>();
    private final SharedDocuments cabinet = new SharedDocuments();
    private final SharedLeases registry = new SharedLeases();
    private int openings;

    private SharedMemory(String name) {
        this.name = name;
    }

    static SharedMemory enter(String name) {
        synchronized (PLACES) {
            SharedMemory place = PLACES.computeIfAbsent(name, SharedMemory::new);
            place.openings++;
            return place;
        }
    }

    void leave() {
        synchronized (PLACES) {
            if (--openings == 0) {
                PLACES.remove(name);
            }
        }
    }

    SharedLog book(String log) {
        return books.computeIfAbsent(log, ignored -> new SharedLog());
    }

    SharedDocuments cabinet() {
        return cabinet;
    }

    SharedLeases registry() {
        return registry;
    }
}
