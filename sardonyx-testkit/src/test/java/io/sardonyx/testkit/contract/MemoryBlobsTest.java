package io.sardonyx.testkit.contract;

import io.sardonyx.port.Blobs;
import io.sardonyx.store.Stores;
import java.util.concurrent.atomic.AtomicInteger;

/** The blobs in memory keep every promise of the port. */
class MemoryBlobsTest extends BlobsContract {

    private static final AtomicInteger TESTS = new AtomicInteger();

    @Override
    protected SharedBlobs fresh() {
        String address = "memory:blobs-" + TESTS.incrementAndGet();
        return new SharedBlobs() {
            @Override
            public Blobs open() {
                return Stores.blobs(address);
            }

            /** Openings live in one process: what a kill leaves of one is what closing leaves. */
            @Override
            public void crash(Blobs opened) {
                opened.close();
            }
        };
    }
}
