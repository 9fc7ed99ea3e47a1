package io.sardonyx.store.derived;

import io.sardonyx.lease.Moment;
import io.sardonyx.port.DocumentStore;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.store.PrefixedDocuments;
import io.sardonyx.store.StoreThread;
import io.sardonyx.store.derived.DerivedLease.LeaseClock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A whole store over one that has only documents: log and leases are derived from them. */
public final class DerivedStore implements Store {

    /** How long closing waits until leases are given back. */
    private static final long PATIENCE_SECONDS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(DerivedStore.class);

    private final DocumentStore store;
    private final StoreThread thread = new StoreThread("sardonyx-derived-store");
    private final DocumentCalls calls;
    private final Documents documents;
    private final DerivedLeases leases;
    private final Map<String, Log> logs = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    public DerivedStore(DocumentStore store) {
        this(store, () -> new Moment(System.nanoTime(), System.currentTimeMillis()));
    }

    DerivedStore(DocumentStore store, LeaseClock clock) {
        this.store = store;
        calls = new DocumentCalls(store.documents(), thread);
        documents = new PrefixedDocuments(store.documents(), "documents/");
        leases = new DerivedLeases(store.documents(), calls, thread, clock, store.leaseMillis());
    }

    /** A store of which only the documents are used. */
    public static DerivedStore over(Store store, long leaseMillis) {
        return new DerivedStore(new DocumentStore() {
            @Override
            public Documents documents() {
                return store.documents();
            }

            @Override
            public long leaseMillis() {
                return leaseMillis;
            }

            @Override
            public void close() {
                store.close();
            }
        });
    }

    @Override
    public Log log(String name) {
        return logs.computeIfAbsent(name, it -> new DerivedLog(it, store.documents(), calls));
    }

    @Override
    public Documents documents() {
        return documents;
    }

    @Override
    public Leases leases() {
        return leases;
    }

    /** Gives the leases back first, which takes a few answers of the store. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        var released = leases.close();
        if (!thread.isCurrent()) {
            try {
                released.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException e) {
                LOG.info("leases that could not be given back end by themselves: {}", String.valueOf(e));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        thread.close(leases::end);
        store.close();
    }
}
