package io.sardonyx.store.file;

import io.sardonyx.store.StoreThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks, on the store's thread, at what is watched: at once when the operating system tells of a change, besides often
 * while there is news, seldom while there is none, and not at all while nobody watches.
 */
final class Poller {

    private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
    private static final long OFTEN_MILLIS = 20;
    private static final long SELDOM_MILLIS = 100;

    private final StoreThread thread;
    private final List<Pollable> things = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isAwake = new AtomicBoolean();
    private final Set<Pollable> troubled = new HashSet<>();
    private final Set<Path> heard = new HashSet<>();
    private final DirectoryWatcher bell = new DirectoryWatcher(this::wake);
    private long millis = OFTEN_MILLIS;

    Poller(StoreThread thread) {
        this.thread = thread;
    }

    void add(Pollable thing) {
        things.add(thing);
    }

    /** Looks as soon as possible: somebody began to watch, or knows of news. */
    void wake() {
        if (isAwake.compareAndSet(false, true)) {
            thread.post(this::look);
        }
    }

    /** From now on looks at once when a file of this directory changes; for the store's thread. */
    void listen(Path directory) {
        if (heard.add(directory)) {
            bell.listen(directory);
            wake(); // for what changed before anybody listened
        }
    }

    void close() throws IOException {
        bell.close();
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

    /** A trouble that lasts, such as a full disk, is told once and not at every look. */
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
}
