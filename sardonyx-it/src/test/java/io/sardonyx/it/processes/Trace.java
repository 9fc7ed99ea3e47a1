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
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** How many numbers an output had at what time, whether its files are complete or not; what comes again is none. */
final class Trace {

    private static final Duration PERIOD = Duration.ofMillis(200);

    private final Path directory;
    private final BitSet seen = new BitSet();
    private final Map<Object, Tail> tails = new HashMap<>();
    private final List<Sample> samples = new ArrayList<>();

    private record Sample(long nanos, long count) {}

    /** A file that grows, whatever its name is. */
    private static final class Tail {
        private long read;
        private int number;
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
                files = all.filter(file -> !file.toString().endsWith(".settled"))
                        .toList();
            }
            for (Path file : files) {
                try {
                    follow(file);
                } catch (NoSuchFileException renamed) {
                    continue; // and found under its new name the next time
                }
            }
        }
        samples.add(new Sample(System.nanoTime(), seen.cardinality()));
    }

    private void follow(Path file) throws IOException {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        Tail tail = tails.computeIfAbsent(Objects.requireNonNull(attributes.fileKey()), key -> new Tail());
        if (attributes.size() <= tail.read) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file)) {
            var bytes = ByteBuffer.allocate((int) (attributes.size() - tail.read));
            tail.read += Math.max(0, channel.read(bytes, tail.read));
            bytes.flip();
            while (bytes.hasRemaining()) {
                byte next = bytes.get();
                if (next == '\n') {
                    seen.set(tail.number);
                    tail.number = 0;
                } else {
                    tail.number = 10 * tail.number + next - '0';
                }
            }
        }
    }

    /** Numbers a second in the time that ended at some time. */
    double rate(long untilNanos, Duration time) {
        Sample last = at(untilNanos);
        Sample first = at(untilNanos - time.toNanos());
        return last.equals(first) ? 0 : 1e9 * (last.count - first.count) / (last.nanos - first.nanos);
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
}
