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
 * The segments of one log and the mark that says how far they are true. Only what is before the mark is read; what a
 * dead writer left beyond it was acknowledged to nobody, or the mark was lost with the power: the next writer takes
 * over what is whole of it and cuts the rest.
 */
final class LogFiles implements AutoCloseable {

    static final int SEGMENT_ENTRIES = 1024;
    private static final long SEGMENT_BYTES = 16L * 1024 * 1024;
    private static final int OPEN_SEGMENTS = 4;
    private static final int ATTEMPTS = 5;

    private final Path directory;
    private final Disk disk;
    private final LockFile lock;
    private final FileChannel marks;
    private final TreeSet<Long> starts = new TreeSet<>();
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
            alone(this::markAlone);
        } catch (IOException | RuntimeException failure) {
            close();
            throw failure;
        }
    }

    /** Does the work as the only writer of this log. */
    <T> T alone(FileStoreContext.Work<T> work) throws IOException {
        return lock.alone(work);
    }

    /** Appends all, forced to the disk, and answers the position of the first. */
    long append(List<byte[]> entries) throws IOException {
        return alone(() -> appendAlone(entries));
    }

    private long appendAlone(List<byte[]> entries) throws IOException {
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

    /** The mark, after what is beyond it was looked at; the caller is alone. */
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

    /** Where to look when there is no mark: the last segment is read from its beginning. */
    private CommitMark lost() throws IOException {
        list();
        if (starts.isEmpty()) {
            create(0);
            starts.add(0L);
            return CommitMark.EMPTY;
        }
        return new CommitMark(starts.first(), starts.last(), 0, starts.last());
    }

    /** How far the log is true. */
    CommitMark mark() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<CommitMark> mark = readMark();
            if (mark.isPresent()) {
                return mark.get();
            }
        }
        return alone(this::markAlone);
    }

    /** As {@link #mark}, for one who is alone already. */
    CommitMark markAlone() throws IOException {
        return settle(false);
    }

    private Optional<CommitMark> readMark() throws IOException {
        return CommitMark.read(Disk.read(marks, CommitMark.SIZE, 0));
    }

    private void write(CommitMark mark) throws IOException {
        Disk.write(marks, mark.write(), 0);
    }

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
                list(); // trimmed since we looked
            }
        }
    }

    /** Removes whole segments of which everything is before the position; the caller is alone. */
    void trim(long before) throws IOException {
        CommitMark mark = markAlone();
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
}
