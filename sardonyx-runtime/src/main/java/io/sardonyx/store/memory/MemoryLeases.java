package io.sardonyx.store.memory;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Watch;
import io.sardonyx.store.HeldLeases;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import io.sardonyx.store.Watches;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Leases in memory: those that one opening holds of the {@link Shared} ones of its name. */
final class MemoryLeases implements Leases {

    /** Only locks in documents need a time, and a process that shares its memory with others is rarely paused alone. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final Shared shared;
    private final StoreThread thread;
    private final Map<String, Watches> byName = new ConcurrentHashMap<>();
    private final HeldLeases held;
    private final Consumer<String> reader = this::freed;

    MemoryLeases(Shared shared, StoreThread thread) {
        this.shared = shared;
        this.thread = thread;
        this.held = new HeldLeases(thread);
        shared.join(reader);
    }

    @Override
    public CompletionStage<Optional<Lease>> claim(String name, String holder) {
        StorePreconditions.name(name);
        return thread.call(() -> {
            OptionalLong claimed = shared.claim(name);
            if (claimed.isEmpty()) {
                return Optional.empty();
            }
            long fence = claimed.getAsLong();
            return Optional.of(held.add(fence, () -> shared.release(name, fence)));
        });
    }

    @Override
    public Duration timeout() {
        return TIMEOUT;
    }

    @Override
    public CompletionStage<Boolean> isHeld(String name) {
        return thread.call(() -> shared.isHeld(name));
    }

    @Override
    public Watch onFree(String name, Runnable nudge) {
        Watches watches = byName.computeIfAbsent(StorePreconditions.name(name), ignored -> new Watches(thread));
        Watch watch = watches.add(nudge);
        if (!shared.isHeld(name)) {
            watches.nudge();
        }
        return watch;
    }

    void release() {
        held.close();
        shared.leave(reader);
    }

    private void freed(String name) {
        Watches watches = byName.get(name);
        if (watches != null) {
            watches.nudge();
        }
    }

    /**
     * Leases shared by all openings of one name: the fencing token of each that is held. Guarded by its monitor;
     * listeners are called outside of it.
     */
    static final class Shared {

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
}
