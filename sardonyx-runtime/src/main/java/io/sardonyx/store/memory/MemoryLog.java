package io.sardonyx.store.memory;

import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import io.sardonyx.store.Watches;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A log in memory: the view of one opening on the {@link Shared} log of its name. */
final class MemoryLog implements Log {

    private final Shared shared;
    private final StoreThread thread;
    private final Watches watches;

    MemoryLog(Shared shared, StoreThread thread) {
        this.shared = shared;
        this.thread = thread;
        watches = new Watches(thread);
        shared.join(watches);
    }

    @Override
    public CompletionStage<Long> append(List<byte[]> entries) {
        List<byte[]> own = StorePreconditions.entries(entries);
        return thread.now(() -> shared.append(own));
    }

    @Override
    public CompletionStage<Slice> read(long from, int limit) {
        StorePreconditions.range(from, limit);
        return thread.now(() -> shared.read(from, limit));
    }

    @Override
    public CompletionStage<Optional<Origin>> origin() {
        return thread.now(shared::origin);
    }

    @Override
    public CompletionStage<Boolean> rebase(Origin origin) {
        return thread.now(() -> shared.rebase(origin));
    }

    @Override
    public Watch onAppend(Runnable nudge) {
        return watches.add(nudge);
    }

    void leave() {
        shared.leave(watches);
    }

    /** A log shared by all openings of one name. Guarded by its monitor; listeners are called outside of it. */
    static final class Shared {

        private final List<Watches> readers = new CopyOnWriteArrayList<>();
        private final List<byte[]> entries = new ArrayList<>();
        /** Position of the first entry that is not trimmed. */
        private long first;

        private @Nullable Origin newest;

        void join(Watches watches) {
            readers.add(watches);
        }

        void leave(Watches watches) {
            readers.remove(watches);
        }

        long append(List<byte[]> more) {
            long at;
            synchronized (this) {
                at = end();
                entries.addAll(more);
            }
            readers.forEach(Watches::nudge);
            return at;
        }

        synchronized Slice read(long from, int limit) {
            if (from < first) {
                return Slice.TRIMMED;
            }
            if (from >= end()) {
                return Slice.of(List.of());
            }
            int begin = (int) (from - first);
            int stop = (int) Math.min(entries.size(), (long) begin + limit);
            var copies = new ArrayList<byte[]>(stop - begin);
            for (byte[] entry : entries.subList(begin, stop)) {
                copies.add(entry.clone());
            }
            return Slice.of(copies);
        }

        synchronized Optional<Origin> origin() {
            return Optional.ofNullable(newest).map(Shared::copy);
        }

        /**
         * Stores an origin. Only entries covered by the previous origin are trimmed, so a follower that has just read
         * that one can read on.
         */
        synchronized boolean rebase(Origin origin) {
            StorePreconditions.origin(origin.position(), end());
            Origin older = newest;
            if (older != null && older.position() > origin.position()) {
                return false;
            }
            if (older != null && older.position() == origin.position()) {
                return true;
            }
            newest = copy(origin);
            if (older != null && older.position() >= first) {
                int covered = (int) (older.position() + 1 - first);
                entries.subList(0, covered).clear();
                first += covered;
            }
            return true;
        }

        private long end() {
            return first + entries.size();
        }

        private static Origin copy(Origin origin) {
            return new Origin(origin.position(), origin.state().clone());
        }
    }
}
