package io.sardonyx.bench;

import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Segments;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Partition;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.testkit.contract.FakeContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.LongFunction;

/** How fast one peer writes files of each format, and reads them again. */
public final class ConnectorBenchmarks {

    private static final int WARM_UPS = 3;
    private static final int RUNS = 7;
    private static final int BATCH = 256;
    private static final int DIFFERENT = 32 * BATCH;
    private static final int ROUNDS = 40;

    private final PluginRegistry plugins = PluginRegistry.in(ConnectorBenchmarks.class.getClassLoader());
    private final Path directory;

    private ConnectorBenchmarks(Path directory) {
        this.directory = directory;
    }

    public static void main(String[] args) throws Exception {
        System.out.printf("Java %s, load %.1f; median of %d%n", Runtime.version(), Lap.load(), RUNS);
        Path directory = Files.createTempDirectory("sardonyx-bench");
        try {
            var here = new ConnectorBenchmarks(directory);
            here.format("lines", Outputs::lines, Inputs::lines, Lines::of);
            here.format("json-lines", Outputs::jsonLines, Inputs::jsonLines, Segments::of);
            here.format("csv", Outputs::csv, Inputs::csv, Segments::of);
        } finally {
            Files.delete(directory);
        }
    }

    private void format(
            String name, Function<String, Call> output, Function<String, Call> input, LongFunction<Object> segment)
            throws Exception {
        Object[] segments = new Object[DIFFERENT];
        Arrays.setAll(segments, segment::apply);
        Call writing = output.apply(directory.toString());
        double write = Measured.medianMillis(WARM_UPS, RUNS, () -> written(writing, segments));
        Call reading = input.apply(directory + "/*");
        double read = Measured.medianMillis(WARM_UPS, RUNS, () -> read(reading));
        double kilobytes = clear() / 1e3;
        System.out.printf(
                Locale.ROOT,
                "%-12s write %4.0f MB/s, read %4.0f MB/s (%.0f MB)%n",
                name,
                kilobytes / write,
                kilobytes / read,
                kilobytes / 1e3);
    }

    /** All at once, settled at the end. */
    private long written(Call call, Object[] segments) throws Exception {
        clear();
        try (Output output = plugins.output(call.name()).open(FakeContext.of(call.parameters()))) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int from = 0; from < segments.length; ) {
                    from += output.write(segments, from, Math.min(segments.length, from + BATCH));
                }
            }
            long settled = output.settled();
            output.seal();
            return checked(settled);
        }
    }

    private long read(Call call) throws Exception {
        long count = 0;
        var segments = new Object[BATCH];
        try (Input input = plugins.input(call.name()).open(FakeContext.of(call.parameters()))) {
            for (String name : input.partitions()) {
                try (Partition partition = input.open(name, null)) {
                    while (!partition.isAtEnd()) {
                        count += partition.poll(segments);
                    }
                }
            }
        }
        return checked(count);
    }

    private static long checked(long count) {
        if (count != (long) DIFFERENT * ROUNDS) {
            throw new IllegalStateException(count + " segments");
        }
        return count;
    }

    /** How many bytes there were. */
    private long clear() throws IOException {
        long bytes = 0;
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
                Files.delete(file);
            }
        }
        return bytes;
    }
}
