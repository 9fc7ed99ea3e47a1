package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.CsvRow;
import io.sardonyx.connect.format.RecordReader;
import io.sardonyx.connect.format.SegmentReader;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.Spread;
import io.sardonyx.plugin.Unavailable;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Input that reads files matched by a path pattern, each a partition; its positions are byte offsets. */
public final class FileInput implements Input {

    public static final String PATH = "path";
    static final String MAX_LINE = "maxLine";
    public static final String LIST_EVERY = "listEvery";
    public static final String NAMES = "names";
    public static final String AFTER = "after";
    public static final String TO = "to";
    static final String GROWING = "growing";
    static final String DELETE = "delete";
    static final String MOVE = "move";
    static final int MOST_LINE = 1 << 28;
    private static final double MOST_SECONDS = 1e9;

    /** Splits a file into records and parses them. */
    @FunctionalInterface
    interface Format {

        /** Whether a newline between quotes belongs to the record. */
        default boolean isQuoted() {
            return false;
        }

        /** Reads the header of a file, which is no segment, and returns a parser for its records. */
        SegmentReader begin(RecordReader file) throws IOException;
    }

    private final Glob glob;
    private final int maxLine;
    private final Format format;
    private final Spread spread;
    private final AfterReading after;

    FileInput(Parameters parameters, Format format) {
        this.glob = new Glob(parameters.text(PATH).orElseThrow());
        this.maxLine = maxLine(parameters);
        this.format = format;
        this.spread = parameters
                .number(LIST_EVERY)
                .map(seconds -> Spread.growing(
                        Duration.ofMillis(Math.max(1, (long) (Math.min(seconds.doubleValue(), MOST_SECONDS) * 1_000))),
                        done(parameters)))
                .orElse(Spread.LISTED);
        this.after = new AfterReading(
                parameters.text(AFTER).orElse(""),
                parameters.text(TO).map(Path::of).orElse(null));
    }

    private static Spread.Done done(Parameters parameters) {
        if (parameters.has(AFTER)) {
            return Spread.Done.REMOVED;
        }
        return parameters.has(NAMES) ? Spread.Done.BELOW_NEW_NAMES : Spread.Done.LISTED;
    }

    /** Parameters common to all file inputs. */
    static PluginParameters parameters(String name) {
        return PluginParameters.by(name)
                .text(PATH)
                .required(PATH)
                .whole(MAX_LINE, 1, MOST_LINE)
                .positive(LIST_EVERY)
                .oneOf(NAMES, List.of(GROWING))
                .oneOf(AFTER, List.of(DELETE, MOVE))
                .text(TO)
                .together(NAMES, LIST_EVERY)
                .together(TO, AFTER)
                .together(AFTER, MOVE, TO);
    }

    static int maxLine(Parameters parameters) {
        return parameters.whole(MAX_LINE).orElse((long) RecordReader.MAX_LINE).intValue();
    }

    @Override
    public List<String> partitions() throws IOException {
        try {
            return spread.kind() == Spread.Kind.GROWING ? glob.filesSoFar() : glob.files();
        } catch (IOException failure) {
            throw TransientFailures.mayPass(failure) ? new Unavailable(failure.toString(), failure) : failure;
        }
    }

    @Override
    public Spread spread() {
        return spread;
    }

    /**
     * Opens a file. One that was listed and is gone is a bad record, unless its directory is empty or gone too: then
     * the file system may be unmounted, and opening is retried. Where files are deleted or moved after reading, one
     * that is gone was read by a predecessor.
     */
    @Override
    public Partition open(String partition, @Nullable String position) throws IOException {
        try {
            return begin(partition, position);
        } catch (NoSuchFileException gone) {
            if (after.isRemoving()) {
                return new FinishedFile(position == null ? "0" : position);
            }
            if (glob.isBelowSomething()) {
                return new MissingFile(partition, position == null ? "0" : position);
            }
            throw new Unavailable(partition + " was there when the job began and is gone", gone);
        } catch (IOException failure) {
            throw TransientFailures.mayPass(failure)
                    ? new Unavailable("cannot read " + partition + ": " + failure, failure)
                    : failure;
        }
    }

    private Partition begin(String partition, @Nullable String position) throws IOException {
        FileChannel channel = FileChannel.open(Path.of(partition));
        try {
            InputStream in = Channels.newInputStream(channel);
            var records = new RecordReader(partition, in, 0, maxLine, format.isQuoted());
            SegmentReader reader = format.begin(records);
            long from = position == null ? records.position() : Positions.parse(position);
            if (from > channel.size()) {
                throw new IOException(partition + " has " + channel.size() + " bytes, but was read up to byte " + from
                        + " before; it must not get shorter while a job reads it");
            }
            channel.position(from);
            return new FilePartition(
                    Path.of(partition),
                    channel,
                    new RecordReader(partition, in, from, maxLine, format.isQuoted()),
                    reader,
                    channel.size(),
                    after);
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
    }

    /**
     * What becomes of a file when all of it is done: nothing, or it is deleted or moved away, so that a list that grows
     * does not have to remember it.
     *
     * @param to directory that files are moved to; null unless they are
     */
    private record AfterReading(String what, @Nullable Path to) {

        boolean isRemoving() {
            return !what.isEmpty();
        }

        void finish(Path file) throws IOException {
            if (to == null) {
                Files.deleteIfExists(file);
                return;
            }
            Files.createDirectories(to);
            Path target = to.resolve(file.getFileName());
            for (int i = 1; Files.exists(target); i++) {
                target = to.resolve(file.getFileName() + "." + i);
            }
            try {
                Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (NoSuchFileException gone) {
                // A predecessor that does not know that it was replaced has moved it.
            }
        }
    }

    /** Partition in place of a file that a predecessor has read to its end and removed. */
    private record FinishedFile(String position) implements Partition {

        @Override
        public int poll(Object[] segments) {
            return 0;
        }

        @Override
        public boolean isAtEnd() {
            return true;
        }

        @Override
        public Extent extent() {
            return Extent.NONE;
        }

        @Override
        public boolean wantsCompleted() {
            return false;
        }
    }

    /**
     * Partition in place of a file that was listed and is gone: emits one bad record, for the error policy to decide
     * about.
     */
    private static final class MissingFile implements Partition {

        private final String path;
        private final String position;
        private boolean told;

        /** @param position up to which it was read before it was gone */
        MissingFile(String path, String position) {
            this.path = path;
            this.position = position;
        }

        @Override
        public int poll(Object[] segments) {
            if (told) {
                return 0;
            }
            told = true;
            segments[0] = new BadRecord(position, path, what());
            return 1;
        }

        private String what() {
            return path + " was there when the job began and is gone";
        }

        @Override
        public boolean hasBadRecords() {
            return told;
        }

        @Override
        public String position() {
            return position;
        }

        @Override
        public boolean isAtEnd() {
            return told;
        }

        @Override
        public Extent extent() {
            return Extent.NONE;
        }

        /** Logs the missing file, since the error policy did not kill the job. */
        @Override
        public void completed(String end) {
            LoggerFactory.getLogger(FileInput.class).warn("{}; it is left out", what());
        }
    }

    /** A file being read: one partition of a {@link FileInput}. */
    private static final class FilePartition implements Partition {

        private final Path path;
        private final Closeable file;
        private final RecordReader lines;
        private final SegmentReader reader;
        /** Length of the file when it was opened. */
        private final long size;

        private final AfterReading after;

        private boolean atEnd;
        private boolean bad;

        FilePartition(
                Path path, Closeable file, RecordReader lines, SegmentReader reader, long size, AfterReading after) {
            this.path = path;
            this.size = size;
            this.after = after;
            this.file = file;
            this.lines = lines;
            this.reader = reader;
        }

        @Override
        public int poll(Object[] segments) throws IOException {
            int polled = 0;
            bad = false;
            while (polled < segments.length && !atEnd) {
                if (!next()) {
                    if (polled == 0) {
                        checkNotShorter();
                    }
                    atEnd = lines.position() >= size;
                    break;
                }
                Object segment = segment();
                if (segment != null) {
                    segments[polled++] = segment;
                }
            }
            return polled;
        }

        /** At its end: bytes that are gone were not read, so the file must not count as done. */
        private void checkNotShorter() throws IOException {
            if (lines.position() < size) {
                throw new IOException(path + " had " + size + " bytes when it was opened, and ends at byte "
                        + lines.position() + " now; it must not get shorter while a job reads it");
            }
        }

        private boolean next() throws IOException {
            try {
                return lines.next();
            } catch (IOException failure) {
                throw TransientFailures.classified("cannot read " + lines.where() + ": " + failure, failure);
            }
        }

        private @Nullable Object segment() {
            String fault = lines.fault();
            if (fault != null) {
                return bad(fault);
            }
            try {
                return reader.read(lines.buffer(), lines.from(), lines.to());
            } catch (CsvRow.BadQuotes e) {
                lines.cutToFirstLine();
                return bad(String.valueOf(e.getMessage()));
            } catch (RuntimeException e) {
                return bad(String.valueOf(e.getMessage()));
            }
        }

        private BadRecord bad(String what) {
            bad = true;
            return lines.bad(what);
        }

        @Override
        public boolean hasBadRecords() {
            return bad;
        }

        @Override
        public String position() {
            return Long.toString(lines.position());
        }

        /**
         * In bytes; while a file that has grown since it was opened is read past its former end, it shows as complete.
         */
        @Override
        public Extent extent() {
            return new Extent(Math.min(lines.position(), size), size);
        }

        @Override
        public boolean wantsCompleted() {
            return after.isRemoving();
        }

        @Override
        public void completed(String end) throws IOException {
            if (after.isRemoving() && atEnd && end.equals(position())) {
                try {
                    after.finish(path);
                } catch (IOException failure) {
                    throw TransientFailures.classified("cannot remove " + path + ": " + failure, failure);
                }
            }
        }

        @Override
        public boolean isAtEnd() {
            return atEnd;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
