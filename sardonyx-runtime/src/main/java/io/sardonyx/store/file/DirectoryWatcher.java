package io.sardonyx.store.file;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File system watcher: wakes the {@link Poller} when a file of a directory changes, so that changes by other processes
 * are seen before the next poll. Only a hint: where the platform does not support it, polling has to do.
 */
final class DirectoryWatcher {

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryWatcher.class);

    private final Runnable onChange;
    /** Created with the first directory. */
    private @Nullable WatchService events;
    /** Whether watching has failed or was closed; then no more directories are added. */
    private boolean disabled;

    DirectoryWatcher(Runnable onChange) {
        this.onChange = onChange;
    }

    /** Watches one more directory; called on the store's thread. */
    void listen(Path directory) {
        if (disabled) {
            return;
        }
        try {
            WatchService service = events == null ? open() : events;
            directory.register(service, StandardWatchEventKinds.ENTRY_MODIFY);
        } catch (IOException | UnsupportedOperationException failure) {
            LOG.debug("nobody tells when {} changes, so it is looked at now and then", directory, failure);
            disabled = true;
        }
    }

    private WatchService open() throws IOException {
        WatchService service = FileSystems.getDefault().newWatchService();
        events = service;
        var thread = new Thread(() -> report(service), "sardonyx-file-watcher");
        thread.setDaemon(true);
        thread.start();
        return service;
    }

    private void report(WatchService service) {
        try {
            while (true) {
                WatchKey key = service.take();
                key.pollEvents();
                onChange.run();
                key.reset();
            }
        } catch (ClosedWatchServiceException | InterruptedException closed) {
            LOG.trace("nobody listens any more");
        }
    }

    void close() throws IOException {
        disabled = true;
        if (events != null) {
            events.close();
        }
    }
}
