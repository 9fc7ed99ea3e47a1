package io.sardonyx.store.file;

import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import io.sardonyx.store.Watches;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A log in a directory, with group commit: appends that arrive while another one is forced to the disk are forced
 * together.
 */
final class FileLog implements Log, Pollable {

    /** Most bytes in one group commit. */
    private static final long GROUP_BYTES = 4L * 1024 * 1024;

    private final Path directory;
    private final FileStoreContext workshop;
    private final Watches watches;
    /** Queued appends; any thread adds, the store's thread takes. */
    private final ConcurrentLinkedQueue<Wish> wishes = new ConcurrentLinkedQueue<>();
    /** Whether a drain is queued already. */
    private final AtomicBoolean isDraining = new AtomicBoolean();

    private volatile boolean isFirstLook = true;
    /** End of the log at the last look; used by the store's thread only. */
    private long seenEnd;

    private @Nullable LogFiles files;

    FileLog(Path directory, FileStoreContext workshop) {
        this.directory = directory;
        this.workshop = workshop;
        watches = new Watches(workshop.thread());
        workshop.poller().add(this);
    }

    @Override
    public CompletionStage<Long> append(List<byte[]> entries) {
        List<byte[]> own = StorePreconditions.entries(entries);
        long bytes = 0;
        for (byte[] entry : own) {
            bytes += entry.length;
        }
        var wish = new Wish(own, bytes, new CompletableFuture<>());
        wishes.add(wish);
        drainSoon();
        return wish.answer();
    }

    private void drainSoon() {
        if (isDraining.compareAndSet(false, true) && !workshop.thread().post(this::drain)) {
            isDraining.set(false);
            refuseAll();
        }
    }

    private void drain() {
        isDraining.set(false);
        if (workshop.thread().isClosed()) {
            refuseAll();
            return;
        }
        List<Wish> group = new ArrayList<>();
        List<byte[]> entries = new ArrayList<>();
        long bytes = 0;
        for (Wish wish = wishes.peek(); wish != null; wish = wishes.peek()) {
            if (!group.isEmpty() && bytes + wish.bytes() > GROUP_BYTES) {
                drainSoon();
                break;
            }
            group.add(wish);
            entries.addAll(wish.entries());
            bytes += wish.bytes();
            wishes.remove();
        }
        if (!group.isEmpty()) {
            append(group, entries);
        }
    }

    /** Appends a group and completes each append with the position of its first entry. */
    private void append(List<Wish> group, List<byte[]> entries) {
        try {
            long position = workshop.attempt(directory, () -> files().append(entries));
            workshop.poller().wake();
            for (Wish wish : group) {
                wish.answer().complete(position);
                position += wish.entries().size();
            }
        } catch (RuntimeException | Error failure) {
            group.forEach(wish -> wish.answer().completeExceptionally(failure));
        }
    }

    private void refuseAll() {
        for (Wish wish = wishes.poll(); wish != null; wish = wishes.poll()) {
            wish.answer().completeExceptionally(StoreThread.refusal());
        }
    }

    @Override
    public CompletionStage<Slice> read(long from, int limit) {
        StorePreconditions.range(from, limit);
        return workshop.call(directory, () -> files().read(from, limit));
    }

    @Override
    public CompletionStage<Optional<Origin>> origin() {
        return workshop.call(directory, () -> origins().newest(files().mark().first()));
    }

    @Override
    public CompletionStage<Boolean> rebase(Origin origin) {
        return workshop.call(directory, () -> files().alone(() -> rebase(files(), origin)));
    }

    private boolean rebase(LogFiles log, Origin origin) throws IOException {
        CommitMark mark = log.markAlone();
        StorePreconditions.origin(origin.position(), mark.end());
        long newest = origins().newest(mark.first()).map(Origin::position).orElse(-1L);
        if (newest < origin.position()) {
            log.trim(origins().store(origin));
        } else if (newest == origin.position()) {
            workshop.disk().forceNames(directory); // its writer may have died before it was durable
        }
        return newest <= origin.position();
    }

    @Override
    public Watch onAppend(Runnable nudge) {
        Watch watch = watches.add(nudge);
        isFirstLook = true;
        workshop.poller().wake();
        return watch;
    }

    @Override
    public boolean isWatched() {
        return !watches.isEmpty();
    }

    @Override
    public boolean look() throws IOException {
        boolean isFirst = isFirstLook;
        isFirstLook = false;
        long end = files().mark().end();
        workshop.poller().listen(directory);
        boolean isNews = isFirst || end != seenEnd;
        seenEnd = end;
        if (isNews) {
            watches.nudge();
        }
        return isNews;
    }

    /** The log's files, opened on first use, since that touches the disk. */
    private LogFiles files() throws IOException {
        LogFiles opened = files;
        if (opened == null) {
            opened = new LogFiles(directory, workshop.disk());
            files = opened;
        }
        return opened;
    }

    private OriginFiles origins() {
        return new OriginFiles(directory, workshop.disk());
    }

    void close() throws IOException {
        refuseAll();
        if (files != null) {
            files.close();
        }
    }

    /** A queued append. */
    private record Wish(List<byte[]> entries, long bytes, CompletableFuture<Long> answer) {}
}
