package io.sardonyx.testkit.contract;

import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import io.sardonyx.store.derived.DerivedStore;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Log and leases that are derived from documents keep every promise of the ports, whatever holds the documents. */
class DerivedStoreTest {

    private static final AtomicInteger TESTS = new AtomicInteger();
    /** Long enough for a directory whose disk others use, too. */
    private static final long LEASE_MILLIS = 3_000;

    @Nested
    class InMemory extends StoreContracts {
        @Override
        protected SharedStore fresh() {
            String address = "memory:derived-" + TESTS.incrementAndGet();
            return new OfDocuments(() -> Stores.open(address));
        }
    }

    @Nested
    class InDirectory extends StoreContracts {

        @TempDir
        Path directory;

        @Override
        protected SharedStore fresh() {
            String address = "file:" + directory.resolve("store-" + TESTS.incrementAndGet());
            return new OfDocuments(() -> Stores.open(address));
        }
    }

    /** Stores of which only the documents are used. */
    static final class OfDocuments implements SharedStore {

        private final Supplier<Store> opening;
        private final Map<Store, Store> documents = new HashMap<>();

        OfDocuments(Supplier<Store> opening) {
            this.opening = opening;
        }

        @Override
        public Store open() {
            Store below = opening.get();
            Store store = DerivedStore.over(below, LEASE_MILLIS);
            documents.put(store, below);
            return store;
        }

        /** Nothing of it is answered any more, so no lease is given back. */
        @Override
        public void crash(Store opened) {
            documents.get(opened).close();
            opened.close();
        }
    }
}
