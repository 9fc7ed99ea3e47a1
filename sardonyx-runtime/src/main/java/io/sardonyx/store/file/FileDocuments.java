package io.sardonyx.store.file;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.Watches;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Documents in a directory, one file each. Writers hold the directory's lock; readers need none, as files are replaced
 * atomically.
 */
final class FileDocuments implements Documents, Poller.Pollable {

    /** Offset of the change stamp in the lock file, after the version counter. */
    private static final int STAMP_AT = 64;

    private final Path directory;
    private final FileStore.Context context;
    private final Watches watches;
    private final LockFile lock;
    private final DurableCounter versions;
    private final ReadCache cache = new ReadCache();
    private long nextVersion;
    private long reservedEnd;
    private volatile boolean isFirstLook = true;
    private long seenStamp;

    FileDocuments(Path directory, FileStore.Context context) throws IOException {
        this.directory = context.disk().innerDirectory(directory);
        this.context = context;
        watches = new Watches(context.thread());
        lock = LockFile.open(this.directory);
        versions = new DurableCounter(lock, context.disk());
        context.poller().add(this);
    }

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        var wanted = new TreeSet<>(names);
        return context.call(directory, () -> {
            List<Document> found = new ArrayList<>();
            for (String name : wanted) {
                cache.read(directory, name).ifPresent(found::add);
            }
            return found;
        });
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        return context.call(directory, () -> DocumentFile.names(directory, prefix));
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        StorePreconditions.name(name);
        byte[] own = StorePreconditions.body(name, body);
        return context.call(directory, () -> lock.exclusively(() -> replace(name, own, seen)));
    }

    private OptionalLong replace(String name, byte[] body, long seen) throws IOException {
        if (version(name) != seen) {
            return OptionalLong.empty();
        }
        var document = new Document(name, body, takeVersion());
        context.disk().replace(directory, DocumentFile.fileName(name), DocumentFile.encode(document));
        changed();
        return OptionalLong.of(document.version());
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        StorePreconditions.name(name);
        return context.call(directory, () -> lock.exclusively(() -> remove(name, seen)));
    }

    private boolean remove(String name, long seen) throws IOException {
        if (seen == ABSENT || versionOrDamaged(name) != seen) {
            return false;
        }
        Files.delete(directory.resolve(DocumentFile.fileName(name)));
        context.disk().forceNames(directory);
        changed();
        return true;
    }

    private long versionOrDamaged(String name) throws IOException {
        try {
            return version(name);
        } catch (CorruptFile damaged) {
            return DAMAGED;
        }
    }

    private long version(String name) throws IOException {
        Optional<Document> document = DocumentFile.read(directory, name);
        return document.isPresent() ? document.get().version() : ABSENT;
    }

    /** The next version. Versions are reserved in blocks, so that most writes need not force the counter too. */
    private long takeVersion() throws IOException {
        if (nextVersion == reservedEnd) {
            nextVersion = versions.take(DurableCounter.MAX_STEP);
            reservedEnd = nextVersion + DurableCounter.MAX_STEP;
        }
        return nextVersion++;
    }

    /** Increments the change stamp, by which pollers of other processes notice a change; it need not be durable. */
    private void changed() throws IOException {
        ByteBuffer stamp = ByteBuffer.allocate(8).putLong(stamp() + 1).flip();
        Disk.write(lock.channel(), stamp, STAMP_AT);
        context.poller().wake();
    }

    private long stamp() throws IOException {
        ByteBuffer stamp = Disk.read(lock.channel(), 8, STAMP_AT);
        return stamp.remaining() < 8 ? 0 : stamp.getLong();
    }

    @Override
    public Watch onChange(String prefix, Runnable nudge) {
        Watch watch = watches.add(nudge);
        isFirstLook = true;
        context.poller().wake();
        return watch;
    }

    @Override
    public boolean isWatched() {
        return !watches.isEmpty();
    }

    @Override
    public boolean look() throws IOException {
        boolean isFirst = isFirstLook;
        isFirstLook = false;
        context.poller().listen(directory);
        long stamp = stamp();
        boolean isNews = isFirst || stamp != seenStamp;
        seenStamp = stamp;
        if (isNews) {
            watches.nudge();
        }
        return isNews;
    }

    void close() throws IOException {
        lock.release();
    }

    /**
     * Documents that were read before and whose files are the same since: a file is replaced, never changed, so it is
     * told by its key, size and time. One that is so young that a file after it may have the same time is not kept.
     * Confined to the store's thread.
     */
    private static final class ReadCache {

        private static final int MOST_DOCUMENTS = 20_000;
        private static final int MOST_BYTES = 2_048;
        /** Above the granularity of times in any file system. */
        private static final long YOUNG_MILLIS = 3_000;

        private final Map<String, Cached> documents = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Cached> eldest) {
                return size() > MOST_DOCUMENTS;
            }
        };

        private record Cached(Document document, @Nullable Object key, long size, FileTime time) {

            private boolean isOf(BasicFileAttributes file) {
                return key != null
                        && key.equals(file.fileKey())
                        && size == file.size()
                        && time.equals(file.lastModifiedTime());
            }
        }

        Optional<Document> read(Path directory, String name) throws IOException {
            if (name.isEmpty()) {
                return Optional.empty();
            }
            Path path = directory.resolve(DocumentFile.fileName(name));
            BasicFileAttributes file;
            try {
                file = Files.readAttributes(path, BasicFileAttributes.class);
            } catch (NoSuchFileException absent) {
                documents.remove(name);
                return Optional.empty();
            }
            Cached known = documents.get(name);
            if (known != null && known.isOf(file)) {
                return Optional.of(copy(known.document));
            }
            // What is read may be newer than what was asked about the file: then the next read finds it changed.
            Optional<Document> found = DocumentFile.read(path);
            documents.remove(name);
            boolean isYoung =
                    System.currentTimeMillis() - file.lastModifiedTime().toMillis() < YOUNG_MILLIS;
            if (found.isPresent() && !isYoung && file.size() <= MOST_BYTES) {
                documents.put(
                        name, new Cached(copy(found.get()), file.fileKey(), file.size(), file.lastModifiedTime()));
            }
            return found;
        }

        /** With a body of its own, which who has read it may change. */
        private static Document copy(Document document) {
            return new Document(document.name(), document.body().clone(), document.version());
        }
    }

    /** File format of a document: a checksum of the rest, the version, the length of the name, the name, the body. */
    private static final class DocumentFile {

        private static final String ENDING = ".doc";
        /** Bytes of the checksum. */
        private static final int SUM = 4;

        private static final int HEADER = SUM + 8 + 4;

        private DocumentFile() {}

        static String fileName(String name) {
            return FileNames.encode(name) + ENDING;
        }

        static ByteBuffer encode(Document document) {
            byte[] name = document.name().getBytes(StandardCharsets.UTF_8);
            ByteBuffer content = ByteBuffer.allocate(HEADER + name.length + document.body().length);
            content.putInt(0)
                    .putLong(document.version())
                    .putInt(name.length)
                    .put(name)
                    .put(document.body());
            content.flip();
            return content.putInt(0, Disk.checksum(content.duplicate().position(SUM)));
        }

        /** Reads a document; empty when there is none. */
        static Optional<Document> read(Path directory, String name) throws IOException {
            return name.isEmpty() ? Optional.empty() : read(directory.resolve(fileName(name)));
        }

        private static Optional<Document> read(Path path) throws IOException {
            ByteBuffer content;
            try {
                content = ByteBuffer.wrap(Files.readAllBytes(path));
            } catch (NoSuchFileException absent) {
                return Optional.empty();
            }
            if (content.remaining() < HEADER || content.getInt() != Disk.checksum(content)) {
                throw new CorruptFile(path, "it does not have its checksum");
            }
            long version = content.getLong();
            byte[] name = new byte[content.getInt()];
            content.get(name);
            byte[] body = new byte[content.remaining()];
            content.get(body);
            return Optional.of(new Document(new String(name, StandardCharsets.UTF_8), body, version));
        }

        /** Names of all documents with a prefix; a file whose name is only a hash is read for it. */
        static List<String> names(Path directory, String prefix) throws IOException {
            List<String> names = new ArrayList<>();
            try (var paths = Files.newDirectoryStream(directory, "*" + ENDING)) {
                for (Path path : paths) {
                    String file = path.getFileName().toString();
                    Optional<String> kept = FileNames.decode(file.substring(0, file.length() - ENDING.length()));
                    Optional<String> name = kept.isPresent() ? kept : read(path).map(Document::name);
                    name.filter(it -> it.startsWith(prefix)).ifPresent(names::add);
                }
            }
            return names;
        }
    }
}
