package io.sardonyx.testkit.contract;

import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;

/** The memory store keeps every promise of the ports. */
class MemoryStoreTest {

    private static final AtomicInteger TESTS = new AtomicInteger();

    @Nested
    class Logs extends LogContract {
        @Override
        protected SharedStore fresh() {
            return store();
        }
    }

    @Nested
    class Origins extends OriginContract {
        @Override
        protected SharedStore fresh() {
            return store();
        }
    }

    @Nested
    class Papers extends DocumentsContract {
        @Override
        protected SharedStore fresh() {
            return store();
        }
    }

    @Nested
    class Tenures extends LeasesContract {
        @Override
        protected SharedStore fresh() {
            return store();
        }
    }

    @Nested
    class Names extends NamesContract {
        @Override
        protected SharedStore fresh() {
            return store();
        }
    }

    private static SharedStore store() {
        String address = "memory:contract-" + TESTS.incrementAndGet();
        return new SharedStore() {
            @Override
            public Store open() {
                return Stores.open(address);
            }

            /** Openings live in one process: what a kill leaves of one is what closing leaves. */
            @Override
            public void crash(Store opened) {
                opened.close();
            }
        };
    }
}
