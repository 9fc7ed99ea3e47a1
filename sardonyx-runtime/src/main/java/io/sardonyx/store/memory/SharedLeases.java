package io.sardonyx.store.memory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Leases shared by all openings of one name: the fencing token of each that is held. Guarded by its monitor; listeners
 * are called outside of it.
 */
final class SharedLeases {

    private final List<Consumer<String>> waiting = new CopyOnWriteArrayList<>();
    private final Map<String, Long> fences = new HashMap<>();
    private long lastFence;

    void join(Consumer<String> reader) {
        waiting.add(reader);
    }

    void leave(Consumer<String> reader) {
        waiting.remove(reader);
    }

    synchronized OptionalLong claim(String name) {
        if (fences.containsKey(name)) {
            return OptionalLong.empty();
        }
        fences.put(name, ++lastFence);
        return OptionalLong.of(lastFence);
    }

    synchronized boolean isHeld(String name) {
        return fences.containsKey(name);
    }

    void release(String name, long fence) {
        boolean released;
        synchronized (this) {
            released = fences.remove(name, fence);
        }
        if (released) {
            waiting.forEach(reader -> reader.accept(name));
        }
    }
}
