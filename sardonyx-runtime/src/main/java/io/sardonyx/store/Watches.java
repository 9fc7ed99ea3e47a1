package io.sardonyx.store;

import io.sardonyx.port.Watch;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listeners of one opening for one kind of change. Notifications that are not yet delivered are coalesced into one.
 * Thread-safe.
 */
public final class Watches {

    private final StoreThread thread;
    private final List<Nudge> nudges = new CopyOnWriteArrayList<>();

    public Watches(StoreThread thread) {
        this.thread = thread;
    }

    public Watch add(Runnable wanted) {
        var nudge = new Nudge(wanted);
        nudges.add(nudge);
        return nudge;
    }

    /** Notifies all listeners asynchronously, on the store's thread. */
    public void nudge() {
        nudges.forEach(Nudge::send);
    }

    public boolean isEmpty() {
        return nudges.isEmpty();
    }

    /** A registered listener; {@link #isOnItsWay} coalesces its notifications. */
    private final class Nudge implements Watch {

        private final Runnable wanted;
        private final AtomicBoolean isOnItsWay = new AtomicBoolean();
        private volatile boolean closed;

        Nudge(Runnable wanted) {
            this.wanted = wanted;
        }

        void send() {
            boolean isFirst = isOnItsWay.compareAndSet(false, true);
            if (isFirst && !thread.post(this::arrive) && thread.isCurrent()) {
                arrive(); // the store is closing: last notification
            }
        }

        /** Runs the listener. One that throws is logged, and does not keep others from being notified. */
        private void arrive() {
            isOnItsWay.set(false);
            if (closed) {
                return;
            }
            try {
                wanted.run();
            } catch (RuntimeException bug) {
                log().error("a nudge threw", bug);
            }
        }

        @Override
        public void close() {
            closed = true;
            nudges.remove(this);
        }
    }

    /** Created on first use: initializing the logging framework takes longer than starting a job. */
    private static Logger log() {
        return LoggerFactory.getLogger(Watches.class);
    }
}
