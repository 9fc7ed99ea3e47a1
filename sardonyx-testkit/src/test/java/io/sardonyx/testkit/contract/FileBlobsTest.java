package io.sardonyx.testkit.contract;

import io.sardonyx.store.Stores;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

/** The blobs in a directory keep every promise of the port, also to several openings in one process. */
class FileBlobsTest extends BlobsContract {

    private static final AtomicInteger TESTS = new AtomicInteger();

    @TempDir
    Path directory;

    @Override
    protected SharedBlobs fresh() {
        Path place = directory.resolve("blobs-" + TESTS.incrementAndGet());
        return () -> Stores.blobs("file:" + place);
    }
}
