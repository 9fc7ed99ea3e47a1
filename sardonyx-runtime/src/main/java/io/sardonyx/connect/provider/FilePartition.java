package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.BadQuotes;
import io.sardonyx.connect.format.RecordReader;
import io.sardonyx.connect.format.SegmentReader;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Partition;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file being read: one partition of a {@link FileInput}. */
final class FilePartition implements Partition {

    private final Closeable file;
    private final RecordReader lines;
    private final SegmentReader reader;
    /** Length of the file when it was opened. */
    private final long size;

    private boolean atEnd;
    private boolean bad;

    FilePartition(Closeable file, RecordReader lines, SegmentReader reader, long size) {
        this.size = size;
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
                atEnd = true;
                break;
            }
            Object segment = segment();
            if (segment != null) {
                segments[polled++] = segment;
            }
        }
        return polled;
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
        } catch (BadQuotes e) {
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

    /** In bytes; while a file that has grown since it was opened is read past its former end, it shows as complete. */
    @Override
    public Extent extent() {
        return new Extent(Math.min(lines.position(), size), size);
    }

    @Override
    public boolean wantsCompleted() {
        return false;
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
