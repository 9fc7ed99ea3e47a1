package io.sardonyx.testkit.contract;

import io.sardonyx.store.Stores;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The file store keeps every promise of the ports, also to several openings in one process. */
class FileStoreTest {

    private static final AtomicInteger TESTS = new AtomicInteger();

    @TempDir
    Path directory;

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

    private SharedStore store() {
        Path place = directory.resolve("store-" + TESTS.incrementAndGet());
        return () -> Stores.open("file:" + place);
    }
}
