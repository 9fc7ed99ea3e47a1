package io.sardonyx.zookeeper;

import io.sardonyx.port.Watch;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.WatcherType;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A registry of persistent ZooKeeper watches that survive sessions; a slow timer backs each up, since events can be
 * lost.
 */
final class ZnodeWatches {

    /** Period of the timer that checks every watch. */
    private static final long DOUBT_MILLIS = 5_000;

    private static final Logger LOG = LoggerFactory.getLogger(ZnodeWatches.class);

    private final ZooKeeperConnection connection;
    private final Set<Armed> watches = ConcurrentHashMap.newKeySet();

    ZnodeWatches(ZooKeeperConnection connection) {
        this.connection = connection;
        connection.onState(state -> {
            if (state == ConnectionState.CONNECTED || state == ConnectionState.RECONNECTED) {
                watches.forEach(Armed::doubt);
            }
        });
        connection.every(() -> watches.forEach(Armed::doubt), DOUBT_MILLIS);
    }

    /** A watched path. */
    record Subject(String path, AddWatchMode mode) {}

    /**
     * Watches a path that need not exist. The listener is called on a thread of ZooKeeper's client, of Curator or of
     * the timer.
     *
     * @param isNews which events concern the listener
     * @param inDoubt whether to call it although no event came: after the watch was set, after a reconnect, and
     *     periodically
     * @param nudge the listener
     */
    Watch watch(
            Subject subject,
            Predicate<WatchedEvent> isNews,
            Supplier<CompletableFuture<Boolean>> inDoubt,
            Runnable nudge) {
        var watch = new Armed(subject, isNews, inDoubt, nudge);
        watches.add(watch);
        watch.doubt();
        return watch;
    }

    /** A watch, and the session in which it is set. */
    private final class Armed implements Watch, Watcher {
        private final Subject subject;
        private final Predicate<WatchedEvent> isNews;
        private final Supplier<CompletableFuture<Boolean>> inDoubt;
        private final Runnable nudge;
        private final AtomicBoolean closed = new AtomicBoolean();

        /** The client handle, and so the session, in which the watch is set; null if in none. */
        private final AtomicReference<@Nullable ZooKeeper> setIn = new AtomicReference<>();

        Armed(
                Subject subject,
                Predicate<WatchedEvent> isNews,
                Supplier<CompletableFuture<Boolean>> inDoubt,
                Runnable nudge) {
            this.subject = subject;
            this.isNews = isNews;
            this.inDoubt = inDoubt;
            this.nudge = nudge;
        }

        @Override
        public void process(WatchedEvent event) {
            if (event.getType() != Event.EventType.None && isNews.test(event)) {
                nudge();
            }
        }

        /** Sets the watch if the current session does not have it yet; then checks for missed events. */
        void doubt() {
            if (closed.get()) {
                return;
            }
            try {
                ZooKeeper zooKeeper = connection.zooKeeper();
                if (setIn.getAndSet(zooKeeper) == zooKeeper) {
                    look();
                } else {
                    zooKeeper.addWatch(
                            subject.path(), this, subject.mode(), (code, at, context) -> wasSet(zooKeeper, code), null);
                }
            } catch (KeeperException | IllegalStateException e) {
                LOG.debug("the watch on {} is set when there is a connection", subject.path(), e);
            }
        }

        private void wasSet(ZooKeeper zooKeeper, int code) {
            if (code != Code.OK.intValue()) {
                setIn.compareAndSet(zooKeeper, null);
            } else if (closed.get()) {
                remove(zooKeeper);
            } else {
                look();
            }
        }

        private void look() {
            Znodes.finish(inDoubt.get(), (isNeeded, failure) -> {
                if (isNeeded != null && isNeeded) {
                    nudge();
                }
            });
        }

        private void nudge() {
            if (closed.get()) {
                return;
            }
            try {
                nudge.run();
            } catch (RuntimeException e) {
                LOG.warn("a nudge for {} has thrown; others are nudged nevertheless", subject.path(), e);
            }
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                watches.remove(this);
                ZooKeeper zooKeeper = setIn.get();
                if (zooKeeper != null && !connection.isClosed()) {
                    remove(zooKeeper);
                }
            }
        }

        private void remove(ZooKeeper zooKeeper) {
            zooKeeper.removeWatches(
                    subject.path(),
                    this,
                    WatcherType.Any,
                    true,
                    (code, at, context) -> LOG.debug("the watch on {} is gone: {}", at, code),
                    null);
        }
    }
}
