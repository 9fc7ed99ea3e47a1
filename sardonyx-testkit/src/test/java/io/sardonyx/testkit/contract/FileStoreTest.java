package io.sardonyx.testkit.contract;

import io.sardonyx.store.Stores;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

/** The file store keeps every promise of the ports, also to several openings in one process. */
class FileStoreTest extends StoreContracts {

    private static final AtomicInteger TESTS = new AtomicInteger();

    @TempDir
    Path directory;

    @Override
    protected SharedStore fresh() {
        Path place = directory.resolve("store-" + TESTS.incrementAndGet());
        return () -> Stores.open("file:" + place);
    }
}
