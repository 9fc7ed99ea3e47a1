package io.sardonyx.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes that last. After one failed force nobody knows what is on the disk, and asking again may be answered with a
 * yes that is not true; so the first failure is the answer to all later ones, until the store is opened anew.
 */
public final class Disk {

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
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            if (!Files.isDirectory(parent)) {
                directory(parent);
            }
            Files.createDirectories(path);
            try {
                forceNames(parent);
            } catch (AccessDeniedException unreadable) {
                return path; // then it is somebody else who made it
            }
        }
        return path;
    }

    /** Replaces the file whole or not at all; the caller is alone, which makes the temporary name its own. */
    void replace(Path directory, String name, ByteBuffer content) throws IOException {
        Path temporary = directory.resolve("temporary");
        try (var channel = FileChannel.open(
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
