package io.sardonyx.store.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What all openings of one name share. */
final class MemoryPlace {

    private static final Map<String, MemoryPlace> PLACES = new HashMap<>();

    private final String name;
    private final Map<String, Book> books = new ConcurrentHashMap<>();
    private final Cabinet cabinet = new Cabinet();
    private final Registry registry = new Registry();
    private int openings;

    private MemoryPlace(String name) {
        this.name = name;
    }

    static MemoryPlace enter(String name) {
        synchronized (PLACES) {
            MemoryPlace place = PLACES.computeIfAbsent(name, MemoryPlace::new);
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

    Book book(String log) {
        return books.computeIfAbsent(log, ignored -> new Book());
    }

    Cabinet cabinet() {
        return cabinet;
    }

    Registry registry() {
        return registry;
    }
}
