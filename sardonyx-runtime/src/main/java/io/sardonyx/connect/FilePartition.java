package io.sardonyx.connect;

import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Partition;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One file while it is read. */
final class FilePartition implements Partition {

    private final Closeable file;
    private final RecordReader lines;
    private final SegmentReader reader;
    private final long size;
    private boolean atEnd;

    FilePartition(Closeable file, RecordReader lines, SegmentReader reader, long size) {
        this.size = size;
        this.file = file;
        this.lines = lines;
        this.reader = reader;
    }

    @Override
    public int poll(Object[] segments) throws IOException {
        int polled = 0;
        while (polled < segments.length && !atEnd) {
            if (!lines.next()) {
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

    private @Nullable Object segment() throws IOException {
        try {
            return reader.read(lines.buffer(), lines.from(), lines.to());
        } catch (RuntimeException e) {
            throw new IOException(lines.where() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String position() {
        return Long.toString(lines.position());
    }

    /** In bytes; a file that has grown since it was opened is at its former end for a while. */
    @Override
    public Extent extent() {
        return new Extent(Math.min(lines.position(), size), size);
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
