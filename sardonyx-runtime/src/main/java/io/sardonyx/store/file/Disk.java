package io.sardonyx.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Durable writes: file creation, writing and fsync. After one failed force the state of the disk is unknown, and a
 * second force may succeed although data was lost; so the first failure is the answer to all later ones, until the
 * store is opened again. Confined to one thread.
 */
public final class Disk {

    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    /** The first failure of a force. */
    private @Nullable IOException broken;

    /** Makes the content of a file durable. */
    public void force(FileChannel channel) throws IOException {
        if (broken != null) {
            throw new IOException("an earlier write could not be forced to the disk", broken);
        }
        try {
            channel.force(false);
        } catch (IOException failure) {
            broken = failure;
            throw failure;
        }
    }

    /** Makes the entries of a directory durable: created, renamed and deleted files. */
    public void forceNames(Path directory) throws IOException {
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            force(channel);
        }
    }

    /**
     * Creates a directory with all its parents, unless it exists, and makes its name durable, even if another process
     * that died had created it.
     */
    public Path directory(Path path) throws IOException {
        return directory(path, new FileAttribute<?>[0]);
    }

    private Path directory(Path path, FileAttribute<?>... attributes) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            if (!Files.isDirectory(parent)) {
                directory(parent, attributes);
            }
            Files.createDirectories(path, attributes);
            try {
                forceNames(parent);
            } catch (AccessDeniedException unreadable) {
                return path; // then another user has created it
            }
        }
        return path;
    }

    /** Creates a directory with access for the owner of this process only, unless it exists. */
    Path ownDirectory(Path path) throws IOException {
        return isPosix(path) ? directory(path, PosixFilePermissions.asFileAttribute(DIRECTORY)) : directory(path);
    }

    /** Creates a directory within another one; it is accessible to other users if that one is. */
    Path innerDirectory(Path path) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        return parent == null || isOpenToOthers(parent) ? directory(path) : ownDirectory(path);
    }

    /** Opens a file; one that is created in a directory without access for other users has none either. */
    static FileChannel open(Path path, OpenOption... options) throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        Set<OpenOption> all = Set.of(options);
        return directory != null
                        && all.contains(StandardOpenOption.CREATE)
                        && isPosix(path)
                        && !isOpenToOthers(directory)
                ? FileChannel.open(path, all, PosixFilePermissions.asFileAttribute(FILE))
                : FileChannel.open(path, all);
    }

    /** Whether users other than its owner have any permission. */
    static boolean isOpenToOthers(Path path) throws IOException {
        return isPosix(path) && !DIRECTORY.containsAll(Files.getPosixFilePermissions(path));
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /**
     * Replaces a file atomically, by renaming; the caller must hold the directory's lock, as the temporary name is
     * fixed.
     */
    void replace(Path directory, String name, ByteBuffer content) throws IOException {
        Path temporary = directory.resolve("temporary");
        try (var channel = open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            write(channel, content, 0);
            force(channel);
        } catch (IOException failure) {
            Files.deleteIfExists(temporary);
            throw failure;
        }
        Files.move(
                temporary,
                directory.resolve(name),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        forceNames(directory);
    }

    /** Writes the whole buffer at an offset. */
    public static void write(FileChannel channel, ByteBuffer content, long at) throws IOException {
        long to = at;
        while (content.hasRemaining()) {
            to += channel.write(content, to);
        }
    }

    /** Reads up to {@code length} bytes at an offset, fewer at the end of the file; the buffer is ready to be read. */
    static ByteBuffer read(FileChannel channel, int length, long at) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        long from = at;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, from);
            if (count < 0) {
                break;
            }
            from += count;
        }
        return buffer.flip();
    }

    /** CRC32C of the bytes between position and limit, neither of which moves. */
    static int checksum(ByteBuffer content) {
        var crc = new CRC32C();
        crc.update(content.duplicate());
        return (int) crc.getValue();
    }
}
