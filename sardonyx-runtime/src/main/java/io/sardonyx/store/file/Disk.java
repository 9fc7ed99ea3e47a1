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
 * Writes that last. After one failed force nobody knows what is on the disk, and asking again may be answered with a
 * yes that is not true; so the first failure is the answer to all later ones, until the store is opened anew.
 */
public final class Disk {

    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private @Nullable IOException broken;

    /** What was written to the file lasts. */
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

    /** The names in the directory last. */
    public void forceNames(Path directory) throws IOException {
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            force(channel);
        }
    }

    /** The directory, created if need be with all above it. Its name lasts, even if one who died has created it. */
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
                return path; // then it is somebody else who made it
            }
        }
        return path;
    }

    /** The directory, created if need be for the owner of this process alone. */
    Path ownDirectory(Path path) throws IOException {
        return isPosix(path) ? directory(path, PosixFilePermissions.asFileAttribute(DIRECTORY)) : directory(path);
    }

    /** The directory within another one, created if need be; who opened that one to others gets this one open, too. */
    Path innerDirectory(Path path) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        return parent == null || isOpenToOthers(parent) ? directory(path) : ownDirectory(path);
    }

    /** Opens a file; one that is created in a directory of one's own is for nobody else either. */
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

    /** Whether users other than its owner have any right to it. */
    static boolean isOpenToOthers(Path path) throws IOException {
        return isPosix(path) && !DIRECTORY.containsAll(Files.getPosixFilePermissions(path));
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Replaces the file whole or not at all; the caller is alone, which makes the temporary name its own. */
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

    /** Writes all of it. */
    public static void write(FileChannel channel, ByteBuffer content, long at) throws IOException {
        long to = at;
        while (content.hasRemaining()) {
            to += channel.write(content, to);
        }
    }

    /** Fills the buffer as far as the file goes, and flips it. */
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

    /** The checksum of what is between position and limit; neither moves. */
    static int checksum(ByteBuffer content) {
        var crc = new CRC32C();
        crc.update(content.duplicate());
        return (int) crc.getValue();
    }
}
