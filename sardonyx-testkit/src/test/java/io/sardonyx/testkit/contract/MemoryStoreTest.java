package io.sardonyx.testkit.contract;

import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.util.concurrent.atomic.AtomicInteger;

/** The memory store keeps every promise of the ports. */
class MemoryStoreTest extends StoreContracts {

    private static final AtomicInteger TESTS = new AtomicInteger();

    @Override
    protected SharedStore fresh() {
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
