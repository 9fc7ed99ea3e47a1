package io.sardonyx.store.memory;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import io.sardonyx.store.Watches;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Access of one opening to {@link SharedLeases}, and the leases that it holds. */
final class MemoryLeases implements Leases {

    private final SharedLeases registry;
    private final StoreThread thread;
    private final Map<String, Watches> byName = new ConcurrentHashMap<>();
    private final Set<Tenure> own = ConcurrentHashMap.newKeySet();
    private final Consumer<String> reader = this::freed;

    MemoryLeases(SharedLeases registry, StoreThread thread) {
        this.registry = registry;
        this.thread = thread;
        registry.join(reader);
    }

    @Override
    public CompletionStage<Optional<Lease>> claim(String name, String holder) {
        StorePreconditions.name(name);
        return thread.call(() -> {
            OptionalLong fence = registry.claim(name);
            if (fence.isEmpty()) {
                return Optional.empty();
            }
            var tenure = new Tenure(name, fence.getAsLong());
            own.add(tenure);
            return Optional.of(tenure);
        });
    }

    @Override
    public CompletionStage<Boolean> isHeld(String name) {
        return thread.call(() -> registry.isHeld(name));
    }

    @Override
    public Watch onFree(String name, Runnable nudge) {
        Watches watches = byName.computeIfAbsent(StorePreconditions.name(name), ignored -> new Watches(thread));
        Watch watch = watches.add(nudge);
        if (!registry.isHeld(name)) {
            watches.nudge();
        }
        return watch;
    }

    void release() {
        List.copyOf(own).forEach(Tenure::close);
        registry.leave(reader);
    }

    private void freed(String name) {
        Watches watches = byName.get(name);
        if (watches != null) {
            watches.nudge();
        }
    }

    /** A held lease; lost only when it is closed. */
    private final class Tenure implements Lease {

        private final String name;
        private final long fence;
        private final Watches changes = new Watches(thread);
        private volatile Standing standing = Standing.HELD;

        Tenure(String name, long fence) {
            this.name = name;
            this.fence = fence;
        }

        @Override
        public long fence() {
            return fence;
        }

        @Override
        public Standing standing() {
            return standing;
        }

        @Override
        public Watch onChange(Runnable nudge) {
            return changes.add(nudge);
        }

        @Override
        public void close() {
            standing = Standing.LOST;
            own.remove(this);
            registry.release(name, fence);
            changes.nudge();
        }
    }
}
