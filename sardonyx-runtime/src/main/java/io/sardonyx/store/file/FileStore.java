package io.sardonyx.store.file;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A store in a directory: one opening, shared with other processes of the same machine through the files. */
public final class FileStore implements Store {

    private final Path directory;
    private final Context context;
    private final Map<String, FileLog> logs = new ConcurrentHashMap<>();
    private final FileDocuments documents;
    private final FileLeases leases;
    /** Opened on demand, guarded by the monitor of {@link #logs}: most openings have no use for them. */
    private @Nullable FileBlobs blobs;

    private FileStore(Path directory, Context context) throws IOException {
        this.directory = context.disk().ownDirectory(directory).toAbsolutePath();
        this.context = context;
        context.disk().innerDirectory(directory.resolve("logs"));
        documents = new FileDocuments(directory.resolve("documents"), context);
        try {
            leases = new FileLeases(directory.resolve("leases"), context);
        } catch (IOException failure) {
            documents.close();
            throw failure;
        }
    }

    /**
     * Opens the directory, which is created if it does not exist.
     *
     * @throws FileFailure when it cannot be read or written
     */
    public static FileStore open(Path directory) {
        Context context = Context.open("sardonyx-file-" + directory.getFileName());
        try {
            return new FileStore(directory, context);
        } catch (IOException failure) {
            context.thread().close(() -> {});
            throw FileFailure.of(directory, failure);
        }
    }

    /** Whether users other than the owner of the directory have access to it. */
    public static boolean isOpenToOthers(Path directory) {
        try {
            return Disk.isOpenToOthers(directory);
        } catch (IOException failure) {
            throw FileFailure.of(directory, failure);
        }
    }

    @Override
    public Log log(String name) {
        return logs.computeIfAbsent(
                StorePreconditions.name(name),
                it -> new FileLog(directory.resolve("logs").resolve(FileNames.encode(it)), context));
    }

    @Override
    public Documents documents() {
        return documents;
    }

    @Override
    public Leases leases() {
        return leases;
    }

    /** In threads of their own, so that a large blob does not keep the log waiting. */
    @Override
    public Optional<Blobs> blobs() {
        synchronized (logs) {
            if (blobs == null) {
                blobs = FileBlobs.openWithin(directory);
            }
            return Optional.of(blobs);
        }
    }

    @Override
    public void close() {
        synchronized (logs) {
            if (blobs != null) {
                blobs.close();
            }
        }
        context.thread()
                .close(() -> context.attempt(directory, () -> {
                    context.poller().close();
                    leases.close();
                    documents.close();
                    for (FileLog log : logs.values()) {
                        log.close();
                    }
                    return true;
                }));
    }

    /** Thread, poller and disk that the parts of one opened store share. */
    record Context(StoreThread thread, Poller poller, Disk disk) {

        static Context open(String name) {
            var thread = new StoreThread(name);
            return new Context(thread, new Poller(thread), new Disk());
        }

        /** Runs work on the store's thread. */
        <T> CompletionStage<T> call(Path where, Work<T> work) {
            return thread.call(() -> attempt(where, work));
        }

        /**
         * Runs work on the caller's thread; an {@link IOException} becomes a {@link FileFailure} that names the path.
         */
        <T> T attempt(Path where, Work<T> work) {
            try {
                return work.run();
            } catch (IOException failure) {
                throw FileFailure.of(where, failure);
            }
        }

        /** An action with file access. */
        interface Work<T> {
            T run() throws IOException;
        }
    }
}
