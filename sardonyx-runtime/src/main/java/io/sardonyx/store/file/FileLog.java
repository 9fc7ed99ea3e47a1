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
final class FileLog implements Log, Poller.Pollable {

    /** Most bytes in one group commit. */
    private static final long GROUP_BYTES = 4L * 1024 * 1024;

    private final Path directory;
    private final FileStore.Context context;
    private final Watches watches;
    /** Queued appends; any thread adds, the store's thread takes. */
    private final ConcurrentLinkedQueue<PendingAppend> queue = new ConcurrentLinkedQueue<>();
    /** Whether a drain is queued already. */
    private final AtomicBoolean isDraining = new AtomicBoolean();

    private volatile boolean isFirstLook = true;
    /** End of the log at the last look; used by the store's thread only. */
    private long seenEnd;

    private @Nullable LogFiles files;

    FileLog(Path directory, FileStore.Context context) {
        this.directory = directory;
        this.context = context;
        watches = new Watches(context.thread());
        context.poller().add(this);
    }

    @Override
    public CompletionStage<Long> append(List<byte[]> entries) {
        List<byte[]> own = StorePreconditions.entries(entries);
        long bytes = 0;
        for (byte[] entry : own) {
            bytes += entry.length;
        }
        var append = new PendingAppend(own, bytes, new CompletableFuture<>());
        queue.add(append);
        drainSoon();
        return append.answer();
    }

    private void drainSoon() {
        if (isDraining.compareAndSet(false, true) && !context.thread().post(this::drain)) {
            isDraining.set(false);
            refuseAll();
        }
    }

    private void drain() {
        isDraining.set(false);
        if (context.thread().isClosed()) {
            refuseAll();
            return;
        }
        List<PendingAppend> group = new ArrayList<>();
        List<byte[]> entries = new ArrayList<>();
        long bytes = 0;
        for (PendingAppend append = queue.peek(); append != null; append = queue.peek()) {
            if (!group.isEmpty() && bytes + append.bytes() > GROUP_BYTES) {
                drainSoon();
                break;
            }
            group.add(append);
            entries.addAll(append.entries());
            bytes += append.bytes();
            queue.remove();
        }
        if (!group.isEmpty()) {
            append(group, entries);
        }
    }

    /** Appends a group and completes each append with the position of its first entry. */
    private void append(List<PendingAppend> group, List<byte[]> entries) {
        try {
            long position = context.attempt(directory, () -> files().append(entries));
            context.poller().wake();
            for (PendingAppend append : group) {
                append.answer().complete(position);
                position += append.entries().size();
            }
        } catch (RuntimeException | Error failure) {
            group.forEach(append -> append.answer().completeExceptionally(failure));
        }
    }

    private void refuseAll() {
        for (PendingAppend append = queue.poll(); append != null; append = queue.poll()) {
            append.answer().completeExceptionally(StoreThread.refusal());
        }
    }

    @Override
    public CompletionStage<Slice> read(long from, int limit) {
        StorePreconditions.range(from, limit);
        return context.call(directory, () -> files().read(from, limit));
    }

    @Override
    public CompletionStage<Optional<Origin>> origin() {
        return context.call(directory, () -> origins().newest(files().mark().first()));
    }

    @Override
    public CompletionStage<Boolean> rebase(Origin origin) {
        return context.call(directory, () -> files().exclusively(() -> rebase(files(), origin)));
    }

    private boolean rebase(LogFiles log, Origin origin) throws IOException {
        LogFiles.CommitMark mark = log.markLocked();
        StorePreconditions.origin(origin.position(), mark.end());
        long newest = origins().newest(mark.first()).map(Origin::position).orElse(-1L);
        if (newest < origin.position()) {
            log.trim(origins().store(origin));
        } else if (newest == origin.position()) {
            context.disk().forceNames(directory); // its writer may have died before it was durable
        }
        return newest <= origin.position();
    }

    @Override
    public Watch onAppend(Runnable nudge) {
        Watch watch = watches.add(nudge);
        isFirstLook = true;
        context.poller().wake();
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
        context.poller().listen(directory);
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
            opened = new LogFiles(directory, context.disk());
            files = opened;
        }
        return opened;
    }

    private OriginFiles origins() {
        return new OriginFiles(directory, context.disk());
    }

    void close() throws IOException {
        refuseAll();
        if (files != null) {
            files.close();
        }
    }

    /** A queued append. */
    private record PendingAppend(List<byte[]> entries, long bytes, CompletableFuture<Long> answer) {}
}
