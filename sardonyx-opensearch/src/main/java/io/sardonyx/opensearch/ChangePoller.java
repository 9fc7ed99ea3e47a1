package io.sardonyx.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.sardonyx.opensearch.HttpCalls.Call;
import io.sardonyx.opensearch.HttpCalls.Reply;
import io.sardonyx.port.Watch;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the sequence number of the index, which every write and deletion moves, and notifies all listeners when it has:
 * 50 ms after a change, less and less often without, and not at all without listeners. Thread-safe.
 */
final class ChangePoller {

    private static final long OFTEN_MILLIS = 50;
    private static final long UNKNOWN = -2;
    private static final int TOLD_AFTER = 3;
    private static final Logger LOG = LoggerFactory.getLogger(ChangePoller.class);

    private final DocumentIndex index;
    private final long seldomMillis;
    private final Call look;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledThreadPoolExecutor timer;
    private @Nullable ScheduledFuture<?> next;
    private boolean looking;
    private boolean isWoken;
    private int failures;
    private long millis = OFTEN_MILLIS;
    private long seen = UNKNOWN;

    ChangePoller(DocumentIndex index, OpenSearchAddress address) {
        this.index = index;
        this.seldomMillis = address.poll().toMillis();
        this.look =
                Call.get(index.path() + "/_stats/docs?level=shards&filter_path=indices.*.shards.*.seq_no.max_seq_no");
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            var thread = new Thread(task, "sardonyx-opensearch-watches");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
    }

    private final class Listener implements Watch {

        private final Runnable nudge;
        private volatile boolean closed;

        private Listener(Runnable nudge) {
            this.nudge = nudge;
        }

        /** One that throws is logged, and does not keep others from being notified. */
        private void run() {
            if (closed) {
                return;
            }
            try {
                nudge.run();
            } catch (RuntimeException bug) {
                LOG.error("a nudge threw", bug);
            }
        }

        @Override
        public void close() {
            closed = true;
            listeners.remove(this);
        }
    }

    /** Adds a listener, who is notified at least once. */
    Watch add(Runnable nudge) {
        var listener = new Listener(nudge);
        listeners.add(listener);
        synchronized (this) {
            seen = UNKNOWN;
        }
        wake();
        return listener;
    }

    /** Looks soon, since somebody listens or this process has written. */
    void wake() {
        synchronized (this) {
            if (listeners.isEmpty()) {
                return;
            }
            if (looking) {
                isWoken = true;
                return;
            }
            looking = true;
            if (next != null) {
                next.cancel(false);
            }
        }
        submit();
    }

    private void submit() {
        try {
            timer.execute(this::look);
        } catch (RejectedExecutionException closed) {
            LOG.trace("the store is closed");
        }
    }

    private void look() {
        synchronized (this) {
            looking = true;
        }
        var unused = index.send(look).whenComplete((reply, failure) -> {
            try {
                timer.execute(() -> looked(reply, failure));
            } catch (RejectedExecutionException closed) {
                LOG.trace("the store is closed");
            }
        });
    }

    private void looked(@Nullable Reply reply, @Nullable Throwable failure) {
        long sequence = reply != null && reply.isOk() ? sequence(reply.json()) : UNKNOWN;
        boolean isNews;
        boolean again;
        synchronized (this) {
            isNews = sequence != seen && sequence != UNKNOWN;
            if (isNews) {
                seen = sequence;
            }
            tell(sequence == UNKNOWN, reply, failure);
            millis = isNews ? OFTEN_MILLIS : Math.min(seldomMillis, millis + millis / 2);
            again = isWoken;
            isWoken = false;
            looking = again;
            if (!again && !listeners.isEmpty()) {
                next = timer.schedule(this::look, millis, TimeUnit.MILLISECONDS);
            }
        }
        if (isNews) {
            listeners.forEach(Listener::run);
        }
        if (again) {
            submit();
        }
    }

    /** A lasting failure is logged once; one or two may come of an index that is only just created. */
    private void tell(boolean isFailure, @Nullable Reply reply, @Nullable Throwable failure) {
        failures = isFailure ? failures + 1 : 0;
        if (failures == TOLD_AFTER) {
            Object why = reply == null ? String.valueOf(failure) : "status " + reply.status();
            LOG.warn("cannot look for changes of documents, and tries on: {}", why);
        }
    }

    /** The highest sequence number of all copies of the shard. */
    private static long sequence(JsonNode stats) {
        long highest = UNKNOWN;
        for (JsonNode number : stats.findValues("max_seq_no")) {
            highest = Math.max(highest, number.asLong(UNKNOWN));
        }
        return highest;
    }

    void close() {
        listeners.clear();
        timer.shutdownNow();
    }
}
