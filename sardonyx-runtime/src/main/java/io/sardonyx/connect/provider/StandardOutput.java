package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.SegmentEncoder;
import io.sardonyx.connect.format.SegmentWriter;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.Refused;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Output plugin {@code stdout}: a line per segment on the standard output, strings as they are, everything else as
 * JSON.
 */
public final class StandardOutput extends BuiltinPlugin<Output> implements OutputProvider {

    public static final String NAME = "stdout";

    /** The standard output of the process. */
    public StandardOutput() {
        this(System.out);
    }

    /** Writes to another stream, for tests. */
    public StandardOutput(PrintStream out) {
        super(PluginParameters.by(NAME), (parameters, context) -> new Lines(out));
    }

    /** Output that writes whole lines at a time, so that those of several tasks do not mix. */
    private static final class Lines implements Output {

        private static final int FULL = 1 << 16;

        private final PrintStream out;
        private final SegmentEncoder encoder = new SegmentEncoder(FULL, SegmentWriter::lines);
        private long taken;

        Lines(PrintStream out) {
            this.out = out;
        }

        @Override
        public int write(Object[] segments, int from, int to) throws IOException, Refused {
            int count = encoder.take(segments, from, to);
            taken += count;
            if (encoder.isFull()) {
                flush();
            }
            return count;
        }

        @Override
        public long settled() throws IOException {
            flush();
            return taken;
        }

        private void flush() throws IOException {
            if (encoder.bytes().size() > 0) {
                encoder.bytes().drainTo(out);
                out.flush();
            }
            if (out.checkError()) {
                throw new IOException("the standard output does not take any more; who read it may have ended");
            }
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
