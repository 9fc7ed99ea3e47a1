package io.sardonyx.store.file;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Watch;
import io.sardonyx.store.HeldLeases;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.Watches;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leases as file locks of the operating system: each name is one byte of a file, by its hash. The only way to see
 * whether a byte is locked is to lock it, so all processes claim and look under one lock, and no claim fails because of
 * a process that only looked.
 */
final class FileLeases implements Leases, Poller.Pollable {

    /** Offset of the first lockable byte for leases, after the counter of fencing tokens. */
    private static final long FIRST_REGION = 1024;

    private final FileStore.Context context;
    private final LockFile lock;
    private final DurableCounter fences;
    /** Listeners by name. */
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

    private final HeldLeases held;

    FileLeases(Path directory, FileStore.Context context) throws IOException {
        this.context = context;
        held = new HeldLeases(context.thread());
        lock = LockFile.open(context.disk().innerDirectory(directory));
        try {
            context.disk().forceNames(directory); // else the counter in the file may be lost with its name
        } catch (IOException failure) {
            lock.release();
            throw failure;
        }
        fences = new DurableCounter(lock, context.disk());
        context.poller().add(this);
    }

    @Override
    public CompletionStage<Optional<Lease>> claim(String name, String holder) {
        long at = region(StorePreconditions.name(name));
        return context.call(lock.path(), () -> {
            return lock.isOurs(at) ? Optional.empty() : lock.exclusively(() -> begin(at));
        });
    }

    private Optional<Lease> begin(long at) throws IOException {
        Optional<LockFile.Region> region = lock.claim(at);
        return region.isPresent() ? Optional.of(begin(region.get())) : Optional.empty();
    }

    private Lease begin(LockFile.Region region) throws IOException {
        try {
            Lease lease = held.add(fences.take(1), () -> release(region));
            context.poller().wake();
            return lease;
        } catch (IOException | RuntimeException failure) {
            region.close();
            throw failure;
        }
    }

    private void release(LockFile.Region region) {
        context.attempt(lock.path(), () -> {
            region.close();
            return true;
        });
        context.poller().wake();
    }

    @Override
    public CompletionStage<Boolean> isHeld(String name) {
        long at = region(name);
        return context.call(lock.path(), () -> {
            return lock.isOurs(at) || lock.exclusively(() -> isLocked(at));
        });
    }

    private boolean isLocked(long at) throws IOException {
        Optional<LockFile.Region> region = lock.claim(at);
        if (region.isPresent()) {
            region.get().close();
        }
        return region.isEmpty();
    }

    @Override
    public Watch onFree(String name, Runnable nudge) {
        Waiting those = waiting.computeIfAbsent(StorePreconditions.name(name), Waiting::new);
        Watch watch = those.watches.add(nudge);
        those.isFirstLook = true;
        context.poller().wake();
        return watch;
    }

    @Override
    public boolean isWatched() {
        return !held.isEmpty() || waiting.values().stream().anyMatch(it -> !it.watches.isEmpty());
    }

    @Override
    public boolean look() throws IOException {
        if (!held.isEmpty() && !lock.isIntact()) {
            held.close(); // other processes now lock another file of this name
        }
        List<Waiting> wanted =
                waiting.values().stream().filter(it -> !it.watches.isEmpty()).toList();
        return !wanted.isEmpty() && lock.exclusively(() -> look(wanted));
    }

    private boolean look(List<Waiting> wanted) throws IOException {
        long fence = fences.last();
        boolean isNews = false;
        for (Waiting those : wanted) {
            isNews |= those.look(fence);
        }
        return isNews;
    }

    void close() throws IOException {
        held.close();
        lock.release();
    }

    /** The byte that stands for a name: its hash, after {@link #FIRST_REGION}. */
    private static long region(String name) {
        return FIRST_REGION + (ByteBuffer.wrap(FileNames.hash(name)).getLong() >>> 2);
    }

    /** Listeners for the release of one name. */
    private final class Waiting {

        private final long at;
        private final Watches watches = new Watches(context.thread());
        private volatile boolean isFirstLook = true;
        private long toldAtFence = -1;

        Waiting(String name) {
            at = region(name);
        }

        /**
         * Notifies listeners when the name is free: once, and again if any lease was claimed since, as it may have been
         * this one.
         */
        boolean look(long fence) throws IOException {
            if (lock.isOurs(at) || isLocked(at)) {
                return false;
            }
            boolean isNews = isFirstLook || toldAtFence != fence;
            isFirstLook = false;
            toldAtFence = fence;
            if (isNews) {
                watches.nudge();
            }
            return isNews;
        }
    }
}
