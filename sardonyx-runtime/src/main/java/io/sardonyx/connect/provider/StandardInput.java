package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.RecordReader;
import io.sardonyx.connect.format.SegmentReader;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.TaskContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Input plugin {@code stdin}: the lines of the standard input.
 *
 * <p>Lines cannot be read again: a successor goes on with the next line, and lines that its predecessor had not
 * processed are lost. So this is for one process and for trying things out.
 */
public final class StandardInput extends BuiltinPlugin<Input> implements InputProvider {

    public static final String NAME = "stdin";

    /** The standard input of the process. */
    public StandardInput() {
        this(System.in);
    }

    /** Reads another stream, for tests. */
    public StandardInput(InputStream in) {
        super(PluginParameters.by(NAME).whole(FileInput.MAX_LINE, 1, FileInput.MOST_LINE), new SharedReader(in));
    }

    @Override
    public boolean isReplayable() {
        return false;
    }

    /** The only reader, shared by all openings, since its buffer holds bytes that cannot be read again. */
    private static final class SharedReader implements Opener<Input> {

        private final InputStream in;
        private @Nullable RecordReader lines;

        SharedReader(InputStream in) {
            this.in = in;
        }

        @Override
        public synchronized Input open(Parameters parameters, TaskContext context) {
            if (lines == null) {
                lines = new RecordReader("the standard input", in, 0, FileInput.maxLine(parameters), false);
            }
            return new Lines(lines);
        }
    }

    /** Input with a single partition, which blocks. */
    private record Lines(RecordReader reader) implements Input {

        @Override
        public List<String> partitions() {
            return List.of(NAME);
        }

        @Override
        public Partition open(String partition, @Nullable String position) {
            return new Rest(reader);
        }

        @Override
        public boolean blocks() {
            return true;
        }
    }

    /** The rest of the stream, from the current line on. */
    private static final class Rest implements Partition {

        private final RecordReader lines;
        private boolean atEnd;
        private boolean bad;

        Rest(RecordReader lines) {
            this.lines = lines;
        }

        /** Blocks until there is one line, and takes those that are in the buffer with it. */
        @Override
        public int poll(Object[] segments) throws IOException {
            int polled = 0;
            bad = false;
            while (polled < segments.length && !atEnd && (polled == 0 || lines.isBuffered())) {
                if (lines.next()) {
                    String fault = lines.fault();
                    bad |= fault != null;
                    segments[polled++] = fault == null
                            ? SegmentReader.text(lines.buffer(), lines.from(), lines.to())
                            : lines.bad(fault);
                } else {
                    atEnd = true;
                }
            }
            return polled;
        }

        @Override
        public boolean hasBadRecords() {
            return bad;
        }

        @Override
        public String position() {
            return Long.toString(lines.position());
        }

        @Override
        public boolean isAtEnd() {
            return atEnd;
        }
    }
}
