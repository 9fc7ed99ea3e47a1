package io.sardonyx.store;

import io.sardonyx.port.Watch;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Those of one opening who want to be nudged about one thing. Nudges that were not yet delivered become one. */
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

    /** Nudges everyone, soon, on the store's thread. */
    public void nudge() {
        nudges.forEach(Nudge::send);
    }

    public boolean isEmpty() {
        return nudges.isEmpty();
    }

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
                arrive(); // the store is closing, and this is its last news
            }
        }

        /** A nudge that throws is its owner's bug: it is told, and the others are nudged all the same. */
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

    /** Asked for when there is something to say: setting up a log takes longer than starting a job. */
    private static Logger log() {
        return LoggerFactory.getLogger(Watches.class);
    }
}
