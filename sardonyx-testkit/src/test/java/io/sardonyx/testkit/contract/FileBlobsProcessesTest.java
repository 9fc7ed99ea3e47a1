package io.sardonyx.testkit.contract;

import static io.sardonyx.testkit.contract.Frames.bytes;
import static io.sardonyx.testkit.contract.Frames.text;
import static io.sardonyx.testkit.contract.Frames.texts;

import io.sardonyx.port.Blobs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

/** The blobs of a file store keep every promise to processes, each opening in one of its own; a crash is a kill. */
class FileBlobsProcessesTest extends BlobsContract {

    private static final AtomicInteger TESTS = new AtomicInteger();

    @TempDir
    Path directory;

    @Override
    protected SharedBlobs fresh() {
        return new Processes("file:" + directory.resolve("store-" + TESTS.incrementAndGet()));
    }

    private static final class Processes implements SharedBlobs {

        private final String address;
        private final Map<Blobs, Line> lines = new HashMap<>();

        Processes(String address) {
            this.address = address;
        }

        @Override
        public Blobs open() {
            try {
                var line = new Line(Servant.start());
                line.call(Op.OPEN, to -> text(to, address), in -> true).join();
                var blobs = new RemoteBlobs(line);
                lines.put(blobs, line);
                return blobs;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        public void crash(Blobs opened) {
            lines.remove(opened).kill();
        }

        @Override
        public void close() {
            lines.values().forEach(Line::kill);
        }
    }

    /** Blobs that another process opened: every call is passed on to it. */
    private static final class RemoteBlobs implements Blobs {

        private final Line line;

        RemoteBlobs(Line line) {
            this.line = line;
        }

        @Override
        public CompletionStage<Boolean> write(String name, List<ByteBuffer> content) {
            var parts = new ArrayList<byte[]>();
            for (ByteBuffer buffer : content) {
                byte[] part = new byte[buffer.remaining()];
                buffer.duplicate().get(part);
                parts.add(part);
            }
            return line.call(
                    Op.BLOB_WRITE,
                    to -> {
                        text(to, name);
                        Frames.all(to, parts);
                    },
                    in -> in.readBoolean());
        }

        @Override
        public CompletionStage<Optional<ByteBuffer>> read(String name, long from, int length) {
            return line.call(
                    Op.BLOB_READ,
                    to -> {
                        text(to, name);
                        to.writeLong(from);
                        to.writeInt(length);
                    },
                    in -> in.readBoolean() ? Optional.of(ByteBuffer.wrap(bytes(in))) : Optional.empty());
        }

        @Override
        public CompletionStage<List<String>> names(String prefix) {
            return line.call(Op.BLOB_NAMES, to -> text(to, prefix), in -> texts(in));
        }

        @Override
        public CompletionStage<Boolean> delete(String name) {
            return line.call(Op.BLOB_DELETE, to -> text(to, name), in -> in.readBoolean());
        }

        @Override
        public void close() {
            line.call(Op.CLOSE, to -> {}, in -> true).join();
        }
    }
}
