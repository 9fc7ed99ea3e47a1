package io.sardonyx.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.opensearch.HttpCalls.Call;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls for changes by other processes: 50 ms after one, less and less often without, and not at all without listeners.
 * Thread-safe.
 *
 * <p>Who watches a prefix that may be the name of a document is told when that document has changed, so that the writes
 * of other processes to other documents cost nobody anything; and now and then, if any document of the index has. Who
 * watches the empty prefix, or one that ends in a slash, is told whenever any document has changed.
 */
final class ChangePoller {

    private static final long OFTEN_MILLIS = 50;

    /** How often those who watch a name are told that any document has changed. */
    private static final long ANY_CHANGE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long UNKNOWN = -3;
    private static final int TOLD_AFTER = 3;
    private static final Logger LOG = LoggerFactory.getLogger(ChangePoller.class);

    private final DocumentIndex index;
    private final long seldomMillis;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledThreadPoolExecutor timer;
    private @Nullable ScheduledFuture<?> next;
    private boolean looking;
    private boolean isWoken;
    private int failures;
    private long millis = OFTEN_MILLIS;
    private long seenSequence = UNKNOWN;
    private long anyChangeAtNanos = System.nanoTime();

    ChangePoller(DocumentIndex index, OpenSearchAddress address) {
        this.index = index;
        this.seldomMillis = address.poll().toMillis();
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            var thread = new Thread(task, "sardonyx-opensearch-watches");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
    }

    /** What was found: the versions of documents by their names, and the sequence number of the index, if asked for. */
    private record Found(Map<String, Long> versions, long sequence) {}

    private final class Listener implements Watch {

        private final String prefix;
        private final Runnable nudge;
        private volatile boolean closed;

        /** Version of the document with that name; only the timer's thread has it. */
        private long version = UNKNOWN;

        private Listener(String prefix, Runnable nudge) {
            this.prefix = prefix;
            this.nudge = nudge;
        }

        private boolean isOfName() {
            return !prefix.isEmpty() && !prefix.endsWith("/");
        }

        private boolean isNews(Found found, boolean anyChange) {
            if (!isOfName()) {
                return anyChange || version == UNKNOWN;
            }
            return anyChange || found.versions().getOrDefault(prefix, Documents.ABSENT) != version;
        }

        /** One that throws is logged, and does not keep others from being notified. */
        private void run(Found found) {
            version = found.versions().getOrDefault(prefix, Documents.ABSENT);
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
    Watch add(String prefix, Runnable nudge) {
        var listener = new Listener(prefix, nudge);
        listeners.add(listener);
        wake();
        return listener;
    }

    /** Looks soon if somebody listens for a document that this process has written. */
    void written(String name) {
        if (listeners.stream().anyMatch(listener -> name.startsWith(listener.prefix))) {
            wake();
        }
    }

    private void wake() {
        synchronized (this) {
            if (looking) {
                isWoken = true;
                return;
            }
            looking = true;
            if (next != null) {
                next.cancel(false);
            }
        }
        later(0);
    }

    private synchronized void later(long afterMillis) {
        try {
            next = timer.schedule(this::look, afterMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.trace("the store is closed");
        }
    }

    private void look() {
        boolean isAnyAsked;
        synchronized (this) {
            looking = true;
            isAnyAsked = System.nanoTime() - anyChangeAtNanos >= ANY_CHANGE_NANOS
                    || listeners.stream().anyMatch(listener -> !listener.isOfName());
        }
        List<String> names = listeners.stream()
                .filter(Listener::isOfName)
                .map(listener -> listener.prefix)
                .distinct()
                .toList();
        var found = versions(names).thenCombine(isAnyAsked ? sequence() : unknown(), Found::new);
        var unused = found.whenComplete((result, failure) -> {
            try {
                timer.execute(() -> looked(result, failure));
            } catch (RejectedExecutionException closed) {
                LOG.trace("the store is closed");
            }
        });
    }

    private void looked(@Nullable Found found, @Nullable Throwable failure) {
        tell(failure);
        boolean isNews = found != null && tell(found);
        synchronized (this) {
            millis = isNews ? OFTEN_MILLIS : Math.min(seldomMillis, millis + millis / 2);
            looking = isWoken;
            if (isWoken || !listeners.isEmpty()) {
                later(isWoken ? 0 : millis);
            }
            isWoken = false;
        }
    }

    /** Notifies listeners; whether one of them had reason to listen. */
    private boolean tell(Found found) {
        boolean isChanged = found.sequence() != UNKNOWN && found.sequence() != seenSequence;
        boolean isDue = found.sequence() != UNKNOWN && System.nanoTime() - anyChangeAtNanos >= ANY_CHANGE_NANOS;
        if (isChanged) {
            seenSequence = found.sequence();
        }
        if (isDue) {
            anyChangeAtNanos = System.nanoTime();
        }
        boolean isNews = false;
        for (Listener listener : listeners) {
            if (listener.isNews(found, isChanged && (isDue || !listener.isOfName()))) {
                isNews |= !isDue;
                listener.run(found);
            }
        }
        return isNews;
    }

    /** A lasting failure is logged once; one or two may come of an index that is only just created. */
    private void tell(@Nullable Throwable failure) {
        failures = failure == null ? 0 : failures + 1;
        if (failures == TOLD_AFTER) {
            LOG.warn("cannot look for changes of documents, and tries on: {}", String.valueOf(failure));
        }
    }

    private CompletableFuture<Map<String, Long>> versions(List<String> names) {
        if (names.isEmpty()) {
            return CompletableFuture.completedFuture(Map.of());
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode ids = body.putArray("ids");
        names.forEach(name -> ids.add(DocumentIds.of(name)));
        Call call = Call.query(index.path() + "/_mget?_source=false", body);
        return index.query(call).thenApply(reply -> {
            JsonNode docs = reply.json().path("docs");
            if (!reply.isOk() || docs.size() != names.size()) {
                throw index.fault(call, reply);
            }
            var versions = new HashMap<String, Long>();
            for (int i = 0; i < names.size(); i++) {
                if (docs.path(i).path("found").asBoolean(false)) {
                    versions.put(names.get(i), OpenSearchDocuments.version(docs.path(i)));
                }
            }
            return versions;
        });
    }

    private static CompletableFuture<Long> unknown() {
        return CompletableFuture.completedFuture(UNKNOWN);
    }

    /** The highest sequence number of all copies of the shard, which every write and deletion moves. */
    private CompletableFuture<Long> sequence() {
        Call call =
                Call.get(index.path() + "/_stats/docs?level=shards&filter_path=indices.*.shards.*.seq_no.max_seq_no");
        return index.query(call).thenApply(reply -> {
            if (!reply.isOk()) {
                throw index.fault(call, reply);
            }
            long highest = UNKNOWN;
            for (JsonNode number : reply.json().findValues("max_seq_no")) {
                highest = Math.max(highest, number.asLong(UNKNOWN));
            }
            return highest;
        });
    }

    void close() {
        listeners.clear();
        timer.shutdownNow();
    }
}
