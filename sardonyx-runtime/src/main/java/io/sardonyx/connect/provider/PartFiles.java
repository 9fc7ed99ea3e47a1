package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.ByteSink;
import io.sardonyx.connect.format.CsvWriter;
import io.sardonyx.connect.format.SegmentEncoder;
import io.sardonyx.connect.format.SegmentWriter;
import io.sardonyx.connect.provider.CheckpointedFileOutput.PartDisk;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.store.file.Disk;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Output plugin {@code files}: part files of lines, JSON lines or CSV in a directory. Each gets its final name only
 * when it is complete.
 */
public final class PartFiles extends BuiltinPlugin<Output> implements OutputProvider {

    public static final String NAME = "files";
    public static final String PATH = "path";
    public static final String FORMAT = "format";
    static final String PART_BYTES = "partBytes";
    static final String IDLE = "idle";
    static final String COLUMNS = "columns";

    public static final String LINES = "lines";
    public static final String JSON_LINES = "json-lines";
    public static final String CSV = "csv";

    private static final int BUFFER = 1 << 16;
    private static final long DEFAULT_PART_BYTES = 64L << 20;
    private static final BigDecimal DEFAULT_IDLE = BigDecimal.TEN;

    public PartFiles() {
        this(PartDisk::new);
    }

    /** @param disks opens the directory of an output in a job with checkpoints */
    PartFiles(Function<Path, PartDisk> disks) {
        super(
                PluginParameters.by(NAME)
                        .text(PATH)
                        .required(PATH)
                        .oneOf(FORMAT, List.of(LINES, JSON_LINES, CSV))
                        .whole(PART_BYTES, 1, Long.MAX_VALUE)
                        .positive(IDLE)
                        .texts(COLUMNS)
                        .separator(CsvFiles.SEPARATOR),
                (parameters, context) -> output(parameters, context, disks));
    }

    /** Creates the directory unless it exists. One that disappears later is treated as unavailable, and retried. */
    @Override
    public void prepare(Parameters parameters) {
        Path path = Path.of(parameters.text(PATH).orElseThrow());
        try {
            if (!Files.isDirectory(path)) {
                new Disk().directory(path);
            }
        } catch (IOException e) {
            String why =
                    Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? "there is a file of that name" : String.valueOf(e);
            throw new IllegalArgumentException(
                    "the directory " + path + " cannot be made: " + why + "; name another path", e);
        }
    }

    /** True: what a checkpoint has written appears when it is complete. */
    @Override
    public boolean isTransactional() {
        return true;
    }

    /** True: names of parts have the fence, and nobody publishes what has a lower one. */
    @Override
    public boolean checksFence() {
        return true;
    }

    private static Output output(Parameters parameters, TaskContext context, Function<Path, PartDisk> disks)
            throws IOException {
        String format = parameters.text(FORMAT).orElse(LINES);
        long partBytes = parameters.whole(PART_BYTES).orElse(DEFAULT_PART_BYTES);
        double idle = parameters.number(IDLE).orElse(DEFAULT_IDLE).doubleValue();
        long idleNanos = (long) (idle * 1e9);
        Path path = Path.of(parameters.text(PATH).orElseThrow());
        var names = new PartName(context, extension(format));
        var encoder = new SegmentEncoder((int) Math.min(BUFFER, partBytes), writer(format, parameters));
        PartDirectory directory;
        try {
            if (context.hasCheckpoints()) {
                return new CheckpointedFileOutput(
                        disks.apply(path), names, encoder, partBytes, idleNanos, context::nanoTime);
            }
            directory = new PartDirectory(path, names, context.peer().text());
        } catch (IOException failure) {
            /* A directory that does not exist and cannot be created is a wrong path; a retry does not help. */
            throw Files.isDirectory(path)
                    ? TransientFailures.classified("cannot write " + path + ": " + failure, failure)
                    : failure;
        }
        return new FileOutput(directory, encoder, partBytes, idleNanos, context::nanoTime);
    }

    private static String extension(String format) {
        return switch (format) {
            case JSON_LINES -> "jsonl";
            case CSV -> "csv";
            default -> "txt";
        };
    }

    private static Function<ByteSink, SegmentWriter> writer(String format, Parameters parameters) {
        List<String> columns =
                parameters.list(COLUMNS).stream().map(String::valueOf).toList();
        return switch (format) {
            case JSON_LINES -> SegmentWriter::jsonLines;
            case CSV -> sink -> new CsvWriter(sink, CsvFiles.separator(parameters), columns);
            default -> SegmentWriter::lines;
        };
    }
}
