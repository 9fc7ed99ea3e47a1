package io.sardonyx.it.processes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** How many lines an output had at what time, whether its files are complete or not. */
final class Trace {

    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final String GROWING = ".tmp";

    private final Path directory;
    private final Map<Object, Tail> tails = new HashMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private long lines;

    private record Sample(long nanos, long lines) {}

    /** A file, whatever its name is by now. */
    private static final class Tail {

        private final boolean written;
        private long read;

        /** One that was never seen growing is a copy. */
        Tail(Path file) {
            written = file.toString().endsWith(GROWING);
        }
    }

    Trace(Path directory) {
        this.directory = directory;
    }

    /** Goes on looking for some time. */
    void watch(Duration time) throws IOException {
        for (long start = System.nanoTime(); System.nanoTime() - start < time.toNanos(); ) {
            Waiting.pass(PERIOD);
            look();
        }
    }

    private void look() throws IOException {
        if (Files.isDirectory(directory)) {
            List<Path> files;
            try (Stream<Path> all = Files.list(directory)) {
                files = all.toList();
            }
            for (Path file : files) {
                lines += newIn(file);
            }
        }
        samples.add(new Sample(System.nanoTime(), lines));
    }

    /** One that was renamed meanwhile is found under its new name the next time. */
    private long newIn(Path file) throws IOException {
        try {
            return follow(file);
        } catch (NoSuchFileException renamed) {
            return 0;
        }
    }

    private long follow(Path file) throws IOException {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        Tail tail = tails.computeIfAbsent(Objects.requireNonNull(attributes.fileKey()), key -> new Tail(file));
        if (!tail.written || attributes.size() <= tail.read) {
            return 0;
        }
        long found = 0;
        try (FileChannel channel = FileChannel.open(file)) {
            var bytes = ByteBuffer.allocate((int) (attributes.size() - tail.read));
            tail.read += Math.max(0, channel.read(bytes, tail.read));
            bytes.flip();
            while (bytes.hasRemaining()) {
                found += bytes.get() == '\n' ? 1 : 0;
            }
        }
        return found;
    }

    /** Lines a second in the time that ended at some time. */
    double rate(long untilNanos, Duration time) {
        Sample last = at(untilNanos);
        Sample first = at(untilNanos - time.toNanos());
        return last.equals(first) ? 0 : 1e9 * (last.lines - first.lines) / (last.nanos - first.nanos);
    }

    private Sample at(long nanos) {
        Sample found = samples.get(0);
        for (Sample sample : samples) {
            if (sample.nanos - nanos <= 0) {
                found = sample;
            }
        }
        return found;
    }

    /**
     * The time from which on it has been fast, if that is long enough ago: as fast as wanted in the moment before, and
     * never since then less than half as fast for some moments, for a machine that others use stops now and then.
     */
    OptionalLong fast(long fromNanos, double wanted, Duration moment, Duration ago) {
        long found = fromNanos;
        boolean fast = false;
        for (Sample sample : samples) {
            long at = sample.nanos;
            if (at - fromNanos > 0) {
                Duration since = Duration.ofNanos(at - found).plus(moment);
                Duration moments = moment.multipliedBy(3);
                if (!fast || rate(at, since.compareTo(moments) < 0 ? since : moments) < wanted / 2) {
                    fast = rate(at, moment) >= wanted;
                    found = at;
                }
            }
        }
        long last = samples.get(samples.size() - 1).nanos;
        return fast && last - found >= ago.toNanos() ? OptionalLong.of(found) : OptionalLong.empty();
    }
}
