package io.sardonyx.store.memory;

import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import io.sardonyx.store.Watches;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Access of one opening to a {@link SharedLog}. */
final class MemoryLog implements Log {

    private final SharedLog shared;
    private final StoreThread thread;
    private final Watches watches;

    MemoryLog(SharedLog shared, StoreThread thread) {
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
}
