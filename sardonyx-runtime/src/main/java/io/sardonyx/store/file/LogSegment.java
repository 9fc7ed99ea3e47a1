package io.sardonyx.store.file;

import io.sardonyx.port.DamagedEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A file of consecutive log entries. Each has its length, the checksum of its bytes, and a checksum of both and of its
 * position; so a flipped bit in a length is detected before the length is used.
 */
final class LogSegment implements AutoCloseable {

    static final int HEADER = 12;
    private static final int MAX_ENTRY = 16 * 1024 * 1024; // earlier releases wrote entries as large as that
    /** Most bytes returned by one read, unless a single entry is longer. */
    private static final int MAX_SLICE_BYTES = 8 * 1024 * 1024;

    private final Path path;
    private final long first;
    private final FileChannel channel;
    /** Offsets of the first {@link #known} entries and the one after, found while reading. */
    private long[] offsets = new long[64];

    private int known;

    private LogSegment(Path path, long first, FileChannel channel) {
        this.path = path;
        this.first = first;
        this.channel = channel;
    }

    static Path path(Path directory, long first) {
        return PositionFileNames.path(directory, first, ".log");
    }

    static LogSegment open(Path directory, long first, StandardOpenOption... options) throws IOException {
        Path path = path(directory, first);
        return new LogSegment(path, first, Disk.open(path, options));
    }

    Path path() {
        return path;
    }

    FileChannel channel() {
        return channel;
    }

    /** Encodes entries, the first of which gets the given position. */
    static ByteBuffer encode(List<byte[]> entries, long position) {
        int size = entries.stream().mapToInt(entry -> HEADER + entry.length).sum();
        ByteBuffer encoded = ByteBuffer.allocate(size);
        long at = position;
        for (byte[] entry : entries) {
            int sum = Disk.checksum(ByteBuffer.wrap(entry));
            encoded.putInt(entry.length)
                    .putInt(sum)
                    .putInt(headerSum(at++, entry.length, sum))
                    .put(entry);
        }
        return encoded.flip();
    }

    /** Reads up to {@code count} entries from a position on; they must be before the commit mark. */
    List<byte[]> read(long from, int count) throws IOException {
        int index = (int) (from - first);
        long at = offset(index);
        List<byte[]> entries = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < count && (i == 0 || bytes < MAX_SLICE_BYTES); i++) {
            byte[] entry;
            try {
                entry = entry(at, from + i);
            } catch (DamagedEntry damaged) {
                if (i == 0) {
                    throw damaged;
                }
                break; // the read that begins with it will fail
            }
            entries.add(entry);
            bytes += entry.length;
            at += HEADER + entry.length;
            remember(index + i + 1, at);
        }
        return entries;
    }

    private byte[] entry(long at, long position) throws IOException {
        int length = length(at, position);
        ByteBuffer both = Disk.read(channel, HEADER + length, at);
        if (both.remaining() < HEADER + length) {
            throw CorruptFile.entry(path, position, "is cut short");
        }
        if (both.getInt(4) != Disk.checksum(both.duplicate().position(HEADER))) {
            throw damaged(both.position(HEADER), position, "does not have its checksum");
        }
        byte[] entry = new byte[length];
        both.position(HEADER).get(entry);
        return entry;
    }

    private int length(long at, long position) throws IOException {
        ByteBuffer header = Disk.read(channel, HEADER, at);
        if (header.remaining() < HEADER) {
            throw CorruptFile.entry(path, position, "is missing");
        }
        if (!isHeader(header, position)) {
            long next = next(at, position);
            int bytes = (int) ((next < 0 ? channel.size() : next) - at);
            throw damaged(Disk.read(channel, bytes, at), position, "does not begin as an entry does");
        }
        return header.getInt(0);
    }

    private DamagedEntry damaged(ByteBuffer bytes, long position, String what) {
        byte[] there = new byte[bytes.remaining()];
        bytes.get(there);
        return new DamagedEntry(position, there, path + " is corrupt: entry " + position + " " + what);
    }

    /**
     * Searches for the entry after one with a damaged header, which does not tell its length; returns -1 if there is
     * none.
     */
    private long next(long at, long position) throws IOException {
        ByteBuffer rest = Disk.read(channel, (int) Math.min(Integer.MAX_VALUE - 8, channel.size() - at), at);
        for (int offset = 1; offset + HEADER <= rest.limit(); offset++) {
            ByteBuffer header = rest.slice(offset, HEADER);
            if (isHeader(header, position + 1) && isWhole(at + offset, header.getInt(0), header.getInt(4))) {
                return at + offset;
            }
        }
        return -1;
    }

    /** Offset of an entry, scanning headers from the last known one. */
    private long offset(int index) throws IOException {
        while (known < index) {
            long at = offsets[known];
            long position = first + known;
            ByteBuffer header = Disk.read(channel, HEADER, at);
            if (header.remaining() < HEADER) {
                throw CorruptFile.entry(path, position, "is missing");
            }
            long next = isHeader(header, position) ? at + HEADER + header.getInt(0) : next(at, position);
            if (next < 0) {
                throw CorruptFile.entry(path, position, "is wrong, and so is the one behind it");
            }
            remember(known + 1, next);
        }
        return offsets[index];
    }

    private void remember(int index, long offset) {
        if (index == known + 1) {
            if (index == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * index);
            }
            offsets[index] = offset;
            known = index;
        }
    }

    /**
     * Moves the commit mark over all whole entries after it.
     *
     * @param isStrict whether to fail at one that is not whole, because no mark tells if it was acknowledged
     */
    LogFiles.CommitMark adopt(LogFiles.CommitMark mark, boolean isStrict) throws IOException {
        LogFiles.CommitMark adopted = mark;
        long size = channel.size();
        while (adopted.bytes() < size) {
            ByteBuffer header = Disk.read(channel, HEADER, adopted.bytes());
            if (header.remaining() < HEADER) {
                return adopted;
            }
            boolean isHeader = isHeader(header, adopted.end());
            long length = isHeader ? header.getInt(0) : 0;
            if (isHeader && adopted.bytes() + HEADER + length > size) {
                return adopted;
            }
            if (!isHeader || !isWhole(adopted.bytes(), (int) length, header.getInt(4))) {
                if (isStrict) {
                    throw CorruptFile.entry(
                            path, adopted.end(), "is wrong, and it is not known whether it was ever true");
                }
                return adopted;
            }
            adopted = adopted.grown(HEADER + length, 1);
        }
        return adopted;
    }

    private boolean isWhole(long at, int length, int sum) throws IOException {
        ByteBuffer body = Disk.read(channel, length, at + HEADER);
        return body.remaining() == length && Disk.checksum(body) == sum;
    }

    private static boolean isHeader(ByteBuffer header, long position) {
        int length = header.getInt(0);
        return length >= 0 && length <= MAX_ENTRY && header.getInt(8) == headerSum(position, length, header.getInt(4));
    }

    private static int headerSum(long position, int length, int sum) {
        return Disk.checksum(ByteBuffer.allocate(16)
                .putLong(position)
                .putInt(length)
                .putInt(sum)
                .flip());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
