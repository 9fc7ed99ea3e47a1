package io.sardonyx.zookeeper;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** The data directory of an embedded server, with a file lock: ZooKeeper itself would let two servers corrupt it. */
final class DataDirectory implements AutoCloseable {

    private final Path path;
    private final FileChannel lock;
    private final boolean temporary;

    private DataDirectory(Path path, FileChannel lock, boolean temporary) {
        this.path = path;
        this.lock = lock;
        this.temporary = temporary;
    }

    static DataDirectory kept(Path path) throws IOException {
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new IOException("the directory " + path + " cannot be made: " + e, e);
        }
        return new DataDirectory(path, lock(path), false);
    }

    /** A directory that is deleted on close. */
    static DataDirectory temporary() throws IOException {
        Path path = Files.createTempDirectory("sardonyx-zookeeper-");
        return new DataDirectory(path, lock(path), true);
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(path.resolve("served"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IOException("the directory " + path + " cannot be written to: " + e, e);
        }
        if (!isLocked(channel)) {
            channel.close();
            throw new IOException("the directory " + path + " is served by another process");
        }
        return channel;
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        lock.close();
        if (temporary) {
            try (Stream<Path> all = Files.walk(path)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }
}
