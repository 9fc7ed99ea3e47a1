package io.sardonyx.testkit.contract;

import io.sardonyx.port.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;

/** The file store keeps every promise of the ports to processes, each opening in one of its own; a crash is a kill. */
class FileStoreProcessesTest extends StoreContracts {

    private static final AtomicInteger TESTS = new AtomicInteger();
    private static final Deque<Line> IDLE = new ArrayDeque<>();

    @TempDir
    Path directory;

    @AfterAll
    static void end() {
        IDLE.forEach(Line::kill);
        IDLE.clear();
    }

    @Override
    protected SharedStore fresh() {
        return new Processes("file:" + directory.resolve("store-" + TESTS.incrementAndGet()));
    }

    /** One store, and the processes that opened it; those that live go on to the next test. */
    private static final class Processes implements SharedStore {

        private final String address;
        private final Map<Store, Line> lines = new HashMap<>();

        Processes(String address) {
            this.address = address;
        }

        @Override
        public Store open() {
            Line line = IDLE.isEmpty() ? start() : IDLE.pop();
            line.call(Op.OPEN, to -> Frames.text(to, address), in -> true).join();
            var store = new RemoteStore(line);
            lines.put(store, line);
            return store;
        }

        private static Line start() {
            try {
                return new Line(Servant.start());
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        public void crash(Store opened) {
            lines.remove(opened).kill();
        }

        @Override
        public void close() {
            IDLE.addAll(lines.values());
        }
    }
}
