package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.SegmentEncoder;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Refused;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.Unavailable;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Output that writes part files one after the other; see {@link PartWriter} and {@link PartDirectory} for recovery
 * after a crash.
 */
final class FileOutput implements Output {

    private final PartDirectory directory;
    private final SegmentEncoder encoder;
    private final long partBytes;
    private final long idleNanos;
    private final LongSupplier nanoTime;

    private @Nullable PartWriter part;
    private long taken;
    private long settled;
    private long lastTaken;

    /**
     * Opens a directory and recovers what predecessors left in this slot.
     *
     * @param partBytes number of bytes after which a part is published
     * @param idleNanos time without a segment after which it is published, too
     */
    FileOutput(PartDirectory directory, SegmentEncoder encoder, long partBytes, long idleNanos, LongSupplier nanoTime)
            throws IOException {
        this.directory = directory;
        this.encoder = encoder;
        this.partBytes = partBytes;
        this.idleNanos = idleNanos;
        this.nanoTime = nanoTime;
        doing(() -> part = directory.inherit());
    }

    @Override
    public int write(Object[] segments, int from, int to) throws IOException, Refused {
        int count = encoder.take(segments, from, to);
        taken += count;
        lastTaken = nanoTime.getAsLong();
        if (encoder.isFull()) {
            doing(this::append);
        }
        return count;
    }

    @Override
    public long settled() throws IOException {
        doing(() -> {
            if (taken > settled) {
                settle();
            } else if (part != null && part.length() > 0 && nanoTime.getAsLong() - lastTaken >= idleNanos) {
                publish(part);
            }
        });
        return settled;
    }

    private void settle() throws IOException {
        append();
        if (part != null) {
            part.settle();
        }
        settled = taken;
    }

    private void append() throws IOException {
        if (encoder.bytes().size() > 0) {
            PartWriter open = part == null ? directory.begin() : part;
            part = open;
            open.append(encoder.bytes().content());
            encoder.bytes().cut(0);
            if (open.length() >= partBytes) {
                publish(open);
            }
        }
    }

    private void publish(PartWriter open) throws IOException {
        open.publish();
        part = null;
        encoder.restart();
        settled = taken;
    }

    @Override
    public void seal() throws IOException {
        doing(() -> {
            settle();
            if (part != null) {
                publish(part);
            }
            directory.seal();
        });
    }

    /** True: it waits for the disk. */
    @Override
    public boolean blocks() {
        return true;
    }

    /** Publishes what is settled, also after a failure; a superseded output has nothing to publish. */
    @Override
    public void close() throws IOException {
        PartWriter open = part;
        if (open != null) {
            try {
                doing(open::release);
            } catch (Superseded past) {
                return;
            }
            part = null;
        }
    }

    /** A step with file access. */
    private interface Step {
        void run() throws IOException;
    }

    /** Runs a step; a failure gets a message that names the file, and is {@link Unavailable} if a retry may help. */
    private void doing(Step step) throws IOException {
        try {
            step.run();
        } catch (Superseded past) {
            throw past;
        } catch (IOException failure) {
            String what = "cannot write " + (part == null ? directory : part) + ": " + failure;
            throw directory.isGone() ? new Unavailable(what, failure) : TransientFailures.classified(what, failure);
        }
    }
}
