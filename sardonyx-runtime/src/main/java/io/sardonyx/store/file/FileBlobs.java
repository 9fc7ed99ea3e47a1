package io.sardonyx.store.file;

import io.sardonyx.port.Blobs;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Blobs in a directory, one file each: written under a temporary name, forced, and renamed. Reads have a thread of
 * their own, so that they do not wait for a large write.
 *
 * <p>Each opening locks one byte of the lock file, its number, and temporary names begin with it. So a temporary file
 * whose number is free was left behind by a process that died: whoever opens the directory or lists it deletes it.
 */
public final class FileBlobs implements Blobs {

    private static final String TEMPORARY = ".temporary";

    private final Path directory;
    private final Disk disk;
    private final LockFile lock;
    private final LockFile.Region number;
    private final String temporaryPrefix;
    private final StoreThread writer;
    private final StoreThread reader;
    private long temporaries;

    private FileBlobs(Path directory, Disk disk, LockFile lock) throws IOException {
        this.directory = directory;
        this.disk = disk;
        this.lock = lock;
        number = takeNumber(lock);
        temporaryPrefix = number.at() + ".";
        writer = new StoreThread("sardonyx-blobs-write-" + directory.getFileName());
        reader = new StoreThread("sardonyx-blobs-read-" + directory.getFileName());
    }

    /**
     * Opens the directory, which is created if it does not exist.
     *
     * @throws FileFailure when it cannot be read or written
     */
    public static FileBlobs open(Path directory) {
        return open(directory, disk -> disk.ownDirectory(directory));
    }

    /** Opens a directory within that of a store. */
    static FileBlobs openWithin(Path store) {
        Path directory = store.resolve("blobs");
        return open(directory, disk -> disk.innerDirectory(directory));
    }

    private static FileBlobs open(Path directory, Creation creation) {
        var disk = new Disk();
        try {
            Path created = creation.on(disk).toAbsolutePath();
            FileBlobs blobs = locked(created, disk);
            blobs.sweepOrClose();
            return blobs;
        } catch (IOException failure) {
            throw FileFailure.of(directory, failure);
        }
    }

    private static FileBlobs locked(Path directory, Disk disk) throws IOException {
        LockFile lock = LockFile.open(directory);
        try {
            return new FileBlobs(directory, disk, lock);
        } catch (IOException failure) {
            lock.release();
            throw failure;
        }
    }

    private void sweepOrClose() throws IOException {
        try {
            sweepAll();
        } catch (IOException failure) {
            close();
            throw failure;
        }
    }

    /** How a directory is created. */
    private interface Creation {
        Path on(Disk disk) throws IOException;
    }

    /** Locks the lowest byte after that of the writers' lock that nobody has locked. */
    private static LockFile.Region takeNumber(LockFile lock) throws IOException {
        for (long at = 1; ; at++) {
            Optional<LockFile.Region> region = lock.claim(at);
            if (region.isPresent()) {
                return region.get();
            }
        }
    }

    /** Deletes what dead writers left behind, an earlier holder of our number among them: we write only later. */
    private void sweepAll() throws IOException {
        list(blob -> false);
        try (var paths = Files.newDirectoryStream(directory, temporaryPrefix + "*" + TEMPORARY)) {
            for (Path path : paths) {
                Files.deleteIfExists(path);
            }
        }
    }

    @Override
    public CompletionStage<Boolean> write(String name, List<ByteBuffer> content) {
        StorePreconditions.name(name);
        return call(writer, () -> create(name, content));
    }

    /** Forces the names in any case: one who finds the name taken may rely on it as well. */
    private boolean create(String name, List<ByteBuffer> content) throws IOException {
        Path blob = directory.resolve(BlobFile.fileName(name));
        boolean isNew = false;
        if (!Files.exists(blob)) {
            Path temporary = directory.resolve(temporaryPrefix + ++temporaries + TEMPORARY);
            try {
                BlobFile.fill(temporary, name, content);
                isNew = lock.exclusively(() -> renamed(temporary, blob));
            } finally {
                Files.deleteIfExists(temporary);
            }
        }
        disk.forceNames(directory);
        return isNew;
    }

    private static boolean renamed(Path temporary, Path blob) throws IOException {
        if (Files.exists(blob)) {
            return false;
        }
        Files.move(temporary, blob, StandardCopyOption.ATOMIC_MOVE);
        return true;
    }

    @Override
    public CompletionStage<Optional<ByteBuffer>> read(String name, long from, int length) {
        StorePreconditions.name(name);
        StorePreconditions.blobRange(from, length);
        return call(reader, () -> BlobFile.read(directory.resolve(BlobFile.fileName(name)), name, from, length));
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        Predicate<String> wanted = BlobFile.mayBegin(prefix);
        return call(reader, () -> {
            var names = new ArrayList<String>();
            for (Path file : list(wanted)) {
                BlobFile.name(file).filter(name -> name.startsWith(prefix)).ifPresent(names::add);
            }
            return names;
        });
    }

    @Override
    public CompletionStage<Boolean> delete(String name) {
        StorePreconditions.name(name);
        return call(reader, () -> Files.deleteIfExists(directory.resolve(BlobFile.fileName(name))));
    }

    /** The files of blobs with a name as wanted; deletes what dead writers left behind. */
    private List<Path> list(Predicate<String> wanted) throws IOException {
        var found = new ArrayList<Path>();
        try (var paths = Files.newDirectoryStream(directory)) {
            for (Path path : paths) {
                String file = path.getFileName().toString();
                if (file.endsWith(TEMPORARY)) {
                    sweep(path, file);
                } else if (file.endsWith(BlobFile.ENDING) && wanted.test(file)) {
                    found.add(path);
                }
            }
        }
        return found;
    }

    private void sweep(Path temporary, String file) throws IOException {
        int dot = file.indexOf('.');
        if (!file.substring(0, dot).matches("[1-9]\\d{0,17}")) {
            return; // not one of ours
        }
        Optional<LockFile.Region> free = lock.claim(Long.parseLong(file.substring(0, dot)));
        if (free.isPresent()) {
            try {
                Files.deleteIfExists(temporary);
            } finally {
                free.get().close();
            }
        }
    }

    @Override
    public void close() {
        reader.close(() -> {});
        writer.close(() -> attempt(() -> {
            number.close();
            lock.release();
            return true;
        }));
    }

    private <T> CompletionStage<T> call(StoreThread thread, FileStore.Context.Work<T> work) {
        return thread.call(() -> attempt(work));
    }

    /** Runs work with file access; an {@link IOException} becomes a {@link FileFailure} that names the directory. */
    private <T> T attempt(FileStore.Context.Work<T> work) {
        try {
            return work.run();
        } catch (IOException failure) {
            throw FileFailure.of(directory, failure);
        }
    }

    /** File format of a blob: a mark, the length of its name, its name, its content. */
    private static final class BlobFile {

        static final String ENDING = ".blob";

        private static final int MARK = 0x53584231;
        private static final int HEADER = 4 + 4;
        /** Bytes of a name, which has at most 1000 characters. */
        private static final int MAX_NAME = 4_000;
        /** Bytes written or read at once, as the system copies them on the way. */
        private static final int AT_ONCE = 1 << 20;

        private BlobFile() {}

        static String fileName(String name) {
            return FileNames.encode(name) + ENDING;
        }

        private static ByteBuffer header(String name) {
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.allocate(HEADER + bytes.length)
                    .putInt(MARK)
                    .putInt(bytes.length)
                    .put(bytes)
                    .flip();
        }

        /** Writes and forces a file. A failed force is no verdict on later ones: each blob is a new file. */
        static void fill(Path path, String name, List<ByteBuffer> content) throws IOException {
            try (var channel = Disk.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
                ByteBuffer header = header(name);
                long at = header.remaining();
                Disk.write(channel, header, 0);
                for (ByteBuffer buffer : content) {
                    ByteBuffer rest = buffer.duplicate();
                    while (rest.hasRemaining()) {
                        int count = Math.min(rest.remaining(), AT_ONCE);
                        Disk.write(channel, rest.slice(rest.position(), count), at);
                        rest.position(rest.position() + count);
                        at += count;
                    }
                }
                channel.force(false);
            }
        }

        static Optional<ByteBuffer> read(Path path, String name, long from, int length) throws IOException {
            try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
                ByteBuffer header = header(name);
                if (!Disk.read(channel, header.remaining(), 0).equals(header)) {
                    throw new CorruptFile(path, "it does not begin as the blob " + name + " does");
                }
                long at = header.remaining() + from;
                int count = (int) Math.min(length, Math.max(0, channel.size() - at));
                ByteBuffer content = ByteBuffer.allocate(count);
                while (content.hasRemaining()) {
                    int position = content.position();
                    int more = Math.min(content.remaining(), AT_ONCE);
                    content.put(Disk.read(channel, more, at + position));
                    if (content.position() < position + more) {
                        throw new CorruptFile(path, "it was cut while it was read");
                    }
                }
                return Optional.of(content.flip());
            } catch (NoSuchFileException absent) {
                return Optional.empty();
            }
        }

        /** Which files may have a name with that prefix; of long names a file name has the beginning only. */
        static Predicate<String> mayBegin(String prefix) {
            String encoded = FileNames.encode(prefix);
            String beginning = FileNames.decode(encoded).isPresent() ? encoded : FileNames.kept(encoded);
            return file ->
                    file.startsWith(beginning) || file.indexOf('~') >= 0 && beginning.startsWith(FileNames.kept(file));
        }

        /** The name of the blob in a file; empty when it is gone by now, or no blob. */
        static Optional<String> name(Path path) throws IOException {
            String file = path.getFileName().toString();
            Optional<String> name = FileNames.decode(file.substring(0, file.length() - ENDING.length()));
            return name.isPresent() ? name : nameWithin(path);
        }

        private static Optional<String> nameWithin(Path path) throws IOException {
            try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
                ByteBuffer header = Disk.read(channel, HEADER + MAX_NAME, 0);
                if (header.remaining() < HEADER || header.getInt() != MARK) {
                    return Optional.empty();
                }
                int length = header.getInt();
                return length < 0 || length > header.remaining()
                        ? Optional.empty()
                        : Optional.of(StandardCharsets.UTF_8
                                .decode(header.limit(header.position() + length))
                                .toString());
            } catch (NoSuchFileException gone) {
                return Optional.empty();
            }
        }
    }
}
