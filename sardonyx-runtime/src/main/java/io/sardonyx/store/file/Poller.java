package io.sardonyx.store.file;

import io.sardonyx.store.StoreThread;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls for changes by other processes, on the store's thread: at once when the file system reports one, every 20 ms
 * after a change, backing off to 100 ms without, and not at all without listeners.
 */
final class Poller {

    private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
    private static final long OFTEN_MILLIS = 20;
    private static final long SELDOM_MILLIS = 100;

    private final StoreThread thread;
    private final List<Pollable> things = new CopyOnWriteArrayList<>();
    /** Whether a look is queued already. */
    private final AtomicBoolean isAwake = new AtomicBoolean();
    /** Sources whose last look failed, so that a failure is logged once. */
    private final Set<Pollable> troubled = new HashSet<>();

    private final Set<Path> watched = new HashSet<>();
    private final DirectoryWatcher watcher = new DirectoryWatcher(this::wake);
    private long millis = OFTEN_MILLIS;

    Poller(StoreThread thread) {
        this.thread = thread;
    }

    void add(Pollable thing) {
        things.add(thing);
    }

    /** Polls as soon as possible, for a new listener or a local change; may be called from any thread. */
    void wake() {
        if (isAwake.compareAndSet(false, true)) {
            thread.post(this::look);
        }
    }

    /** Adds a directory to the file system watcher, once; called on the store's thread. */
    void listen(Path directory) {
        if (watched.add(directory)) {
            watcher.listen(directory);
            wake(); // for changes before it was watched
        }
    }

    void close() throws IOException {
        watcher.close();
    }

    private void look() {
        isAwake.set(false);
        boolean isWatched = false;
        boolean isNews = false;
        for (Pollable thing : things) {
            if (thing.isWatched()) {
                isWatched = true;
                isNews |= isNews(thing);
            }
        }
        millis = isNews ? OFTEN_MILLIS : Math.min(SELDOM_MILLIS, millis + millis / 2);
        if (isWatched) {
            thread.later(this::look, millis);
        }
    }

    /** Polls one source. A lasting failure, such as a full disk, is logged once and not at every poll. */
    private boolean isNews(Pollable thing) {
        try {
            boolean isNews = thing.look();
            if (troubled.remove(thing)) {
                LOG.info("can look for news again");
            }
            return isNews;
        } catch (IOException | RuntimeException failure) {
            if (troubled.add(thing)) {
                LOG.warn("could not look for news, and looks again", failure);
            }
            return false;
        }
    }

    /** A source of changes by other processes that the {@link Poller} polls. */
    interface Pollable {

        /** Whether there are listeners; otherwise polling is skipped. */
        boolean isWatched();

        /** Notifies listeners if something has changed; returns whether it has. */
        boolean look() throws IOException;
    }

    /**
     * File system watcher: wakes the {@link Poller} when a file of a directory changes, so that changes by other
     * processes are seen before the next poll. Only a hint: where the platform does not support it, polling has to do.
     */
    static final class DirectoryWatcher {

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
                LOG.debug("no file events for {}, so it is polled", directory, failure);
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
                LOG.trace("the file watcher is closed");
            }
        }

        void close() throws IOException {
            disabled = true;
            if (events != null) {
                events.close();
            }
        }
    }
}
