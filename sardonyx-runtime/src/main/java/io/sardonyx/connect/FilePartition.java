package io.sardonyx.connect;

import io.sardonyx.plugin.Partition;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One file while it is read. */
final class FilePartition implements Partition {

    private final Closeable file;
    private final RecordReader lines;
    private final SegmentReader reader;
    private boolean atEnd;

    FilePartition(Closeable file, RecordReader lines, SegmentReader reader) {
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

    @Override
    public boolean isAtEnd() {
        return atEnd;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
