package io.sardonyx.store.file;

import io.sardonyx.port.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The segment files of one log and the commit mark that says how far they are durable. Only entries before the mark are
 * read. Bytes after it were left by a writer that died before it acknowledged them, or the mark was lost in a power
 * failure: the next writer adopts the entries that are whole and truncates the rest.
 *
 * <p>Confined to the store's thread of its opening; other openings and processes are excluded by the lock file.
 */
final class LogFiles implements AutoCloseable {

    /** Number of entries after which a new segment is started. */
    static final int SEGMENT_ENTRIES = 1024;
    /** Number of bytes after which a new segment is started. */
    private static final long SEGMENT_BYTES = 16L * 1024 * 1024;
    /** Most segments kept open for reading. */
    private static final int OPEN_SEGMENTS = 4;
    /** Attempts of a read that races with a writer or a trim. */
    private static final int ATTEMPTS = 5;

    private final Path directory;
    private final Disk disk;
    private final LockFile lock;
    private final FileChannel marks;
    /** First positions of all segments, as of the last listing. */
    private final TreeSet<Long> starts = new TreeSet<>();
    /** Segments open for reading, least recently used first. */
    private final Map<Long, LogSegment> open = new LinkedHashMap<>(8, 0.75f, true);

    LogFiles(Path directory, Disk disk) throws IOException {
        this.directory = disk.innerDirectory(directory);
        this.disk = disk;
        lock = LockFile.open(directory);
        try {
            marks = Disk.open(
                    directory.resolve("committed"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
        } catch (IOException failure) {
            lock.release();
            throw failure;
        }
        try {
            exclusively(this::markLocked);
        } catch (IOException | RuntimeException failure) {
            close();
            throw failure;
        }
    }

    /** Runs work as the only writer of this log. */
    <T> T exclusively(FileStore.Context.Work<T> work) throws IOException {
        return lock.exclusively(work);
    }

    /** Appends all entries, forced to the disk, and returns the position of the first. */
    long append(List<byte[]> entries) throws IOException {
        return exclusively(() -> appendLocked(entries));
    }

    private long appendLocked(List<byte[]> entries) throws IOException {
        CommitMark mark = settle(true);
        boolean isFull = mark.end() - mark.segment() >= SEGMENT_ENTRIES || mark.bytes() >= SEGMENT_BYTES;
        CommitMark start = isFull ? roll(mark) : mark;
        ByteBuffer encoded = LogSegment.encode(entries, start.end());
        long size = encoded.remaining();
        try (LogSegment segment = LogSegment.open(directory, start.segment(), StandardOpenOption.WRITE)) {
            write(segment, encoded, start.bytes());
        }
        write(start.grown(size, entries.size()));
        return start.end();
    }

    /** Writes and forces; on failure the bytes are truncated again, so that they are not adopted later. */
    private void write(LogSegment segment, ByteBuffer encoded, long at) throws IOException {
        try {
            Disk.write(segment.channel(), encoded, at);
            disk.force(segment.channel());
        } catch (IOException failure) {
            try {
                segment.channel().truncate(at);
            } catch (IOException another) {
                failure.addSuppressed(another);
            }
            throw failure;
        }
    }

    private CommitMark roll(CommitMark mark) throws IOException {
        create(mark.end());
        return mark.rolled();
    }

    private void create(long first) throws IOException {
        LogSegment.open(directory, first, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                .close();
        disk.forceNames(directory);
    }

    /**
     * Recovers the commit mark: adopts whole entries after it. The caller must hold the lock.
     *
     * @param cuts whether to truncate what cannot be adopted, as a writer must
     */
    private CommitMark settle(boolean cuts) throws IOException {
        Optional<CommitMark> written = readMark().filter(it -> Files.exists(LogSegment.path(directory, it.segment())));
        CommitMark before = written.isPresent() ? written.get() : lost();
        CommitMark after = before;
        long next = before.segment();
        do {
            after = next == after.segment() ? after : after.rolled();
            after = settle(after, written.isEmpty(), cuts);
            next = after.end();
        } while (next != after.segment() && Files.exists(LogSegment.path(directory, next)));
        if (written.isEmpty()) {
            write(after);
            disk.force(marks); // once: without any mark a torn tail cannot be told from damage
            disk.forceNames(directory);
        } else if (!after.equals(before)) {
            write(after);
        }
        return after;
    }

    private CommitMark settle(CommitMark mark, boolean isStrict, boolean cuts) throws IOException {
        try (LogSegment segment =
                LogSegment.open(directory, mark.segment(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long size = segment.channel().size();
            if (size == mark.bytes()) {
                return mark;
            }
            if (size < mark.bytes()) {
                throw new CorruptFile(
                        segment.path(),
                        "it has " + size + " bytes of " + mark.bytes() + ", so entries before " + mark.end()
                                + " are missing");
            }
            CommitMark adopted = segment.adopt(mark, isStrict);
            if (cuts && size > adopted.bytes()) {
                segment.channel().truncate(adopted.bytes());
            }
            disk.force(segment.channel());
            return adopted;
        }
    }

    /** A mark from which to recover when there is none: the last segment is read from its beginning. */
    private CommitMark lost() throws IOException {
        list();
        if (starts.isEmpty()) {
            create(0);
            starts.add(0L);
            return CommitMark.EMPTY;
        }
        return new CommitMark(starts.first(), starts.last(), 0, starts.last());
    }

    /** The commit mark; read without the lock, and so retried when it is just being written. */
    CommitMark mark() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<CommitMark> mark = readMark();
            if (mark.isPresent()) {
                return mark.get();
            }
        }
        return exclusively(this::markLocked);
    }

    /** As {@link #mark}, for a caller that holds the lock. */
    CommitMark markLocked() throws IOException {
        return settle(false);
    }

    private Optional<CommitMark> readMark() throws IOException {
        return CommitMark.read(Disk.read(marks, CommitMark.SIZE, 0));
    }

    private void write(CommitMark mark) throws IOException {
        Disk.write(marks, mark.write(), 0);
    }

    /** Reads up to {@code limit} entries of one segment, from a position on. */
    Slice read(long from, int limit) throws IOException {
        for (int attempt = 1; ; attempt++) {
            CommitMark mark = mark();
            if (from >= mark.end()) {
                return Slice.of(List.of());
            }
            if (!starts.contains(mark.segment())) {
                list();
            }
            Long start = starts.floor(from);
            if (from < mark.first() || start == null) {
                return Slice.TRIMMED;
            }
            Long next = starts.higher(start);
            long stop = next == null ? mark.end() : Math.min(next, mark.end());
            try {
                return Slice.of(segment(start).read(from, (int) Math.min(limit, stop - from)));
            } catch (NoSuchFileException gone) {
                if (attempt == ATTEMPTS) {
                    throw new CorruptFile(LogSegment.path(directory, start), "it is missing");
                }
                list(); // trimmed since it was listed
            }
        }
    }

    /**
     * Deletes segments whose entries are all before the position; the caller must hold the lock. The mark is moved
     * first, so that readers never look for a deleted segment for long.
     */
    void trim(long before) throws IOException {
        CommitMark mark = markLocked();
        list();
        List<Long> gone = new ArrayList<>();
        for (long start : starts.headSet(mark.segment())) {
            Long next = starts.higher(start);
            if (next != null && next <= before) {
                gone.add(start);
            }
        }
        if (gone.isEmpty()) {
            return;
        }
        Long first = starts.higher(gone.get(gone.size() - 1));
        write(mark.trimmed(first == null ? mark.first() : first));
        for (long start : gone) {
            Files.deleteIfExists(LogSegment.path(directory, start)); // one that comes back is deleted next time
        }
        list();
    }

    /** Lists the segments again, and closes those that are deleted. */
    private void list() throws IOException {
        starts.clear();
        starts.addAll(PositionFileNames.list(directory, ".log"));
        for (long start : List.copyOf(open.keySet())) {
            if (!starts.contains(start)) {
                closeSegment(start);
            }
        }
    }

    private LogSegment segment(long start) throws IOException {
        LogSegment segment = open.get(start);
        if (segment == null) {
            segment = LogSegment.open(directory, start, StandardOpenOption.READ);
            open.put(start, segment);
            if (open.size() > OPEN_SEGMENTS) {
                closeSegment(open.keySet().iterator().next());
            }
        }
        return segment;
    }

    private void closeSegment(long start) throws IOException {
        LogSegment segment = open.remove(start);
        if (segment != null) {
            segment.close();
        }
    }

    @Override
    public void close() throws IOException {
        for (long start : List.copyOf(open.keySet())) {
            closeSegment(start);
        }
        marks.close();
        lock.release();
    }

    /**
     * Commit record of a log: how much of it is durable.
     *
     * @param first the first position that is not trimmed
     * @param segment the first position of the segment that is written
     * @param bytes number of bytes of that segment that are forced to the disk
     * @param end the position of the next entry
     */
    record CommitMark(long first, long segment, long bytes, long end) {

        static final int SIZE = 36;
        /** Number of bytes covered by the checksum, which follows them. */
        private static final int SUMMED = 32;

        static final CommitMark EMPTY = new CommitMark(0, 0, 0, 0);

        /** Decodes it; empty when it was never written, or its checksum does not match. */
        static Optional<CommitMark> read(ByteBuffer from) {
            if (from.remaining() < SIZE
                    || from.getInt(SUMMED) != Disk.checksum(from.duplicate().limit(SUMMED))) {
                return Optional.empty();
            }
            return Optional.of(new CommitMark(from.getLong(), from.getLong(), from.getLong(), from.getLong()));
        }

        ByteBuffer write() {
            ByteBuffer to = ByteBuffer.allocate(SIZE);
            to.putLong(first).putLong(segment).putLong(bytes).putLong(end);
            return to.putInt(Disk.checksum(to.duplicate().flip())).flip();
        }

        CommitMark grown(long moreBytes, long moreEntries) {
            return new CommitMark(first, segment, bytes + moreBytes, end + moreEntries);
        }

        /** The same log, continued in a new segment. */
        CommitMark rolled() {
            return new CommitMark(first, end, 0, end);
        }

        CommitMark trimmed(long before) {
            return new CommitMark(before, segment, bytes, end);
        }
    }
}
