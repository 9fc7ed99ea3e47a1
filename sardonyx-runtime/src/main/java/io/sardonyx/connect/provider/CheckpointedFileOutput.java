package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.SegmentEncoder;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Refused;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.store.file.Disk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Output of part files in a job with checkpoints: what was written between two marks appears when the checkpoint is
 * complete, and only then.
 *
 * <pre>
 *   part.tmp ──prepare──▶ part.prepared ──commit──▶ part
 * </pre>
 *
 * <p>Names contain the fence, so that no two instances ever write the same file. What a predecessor has left under a
 * lower fence, and the log does not name, is removed with the first write; a predecessor that is still alive finds its
 * file gone when it prepares.
 */
final class CheckpointedFileOutput implements Output {

    static final String PREPARED = ".prepared";

    private final Disk disk = new Disk();
    private final Path directory;
    private final PartName names;
    private final SegmentEncoder encoder;
    private final long partBytes;
    /* Parts of the present bundle that are full, by their final names. */
    private final List<String> full = new ArrayList<>();
    private @Nullable FileChannel open;
    private String openName = "";
    private long openBytes;
    private long number;
    private long taken;
    private long settled;
    private boolean swept;

    /** @param partBytes number of bytes after which another part is begun */
    CheckpointedFileOutput(Path directory, PartName names, SegmentEncoder encoder, long partBytes) throws IOException {
        this.directory = disk.directory(directory);
        this.names = names;
        this.encoder = encoder;
        this.partBytes = partBytes;
    }

    @Override
    public int write(Object[] segments, int from, int to) throws IOException, Refused {
        int count = encoder.take(segments, from, to);
        taken += count;
        if (encoder.isFull()) {
            doing(this::append);
        }
        return count;
    }

    /** What was prepared; the rest is not durable, and nobody waits for it before the next mark. */
    @Override
    public long settled() {
        return settled;
    }

    private void append() throws IOException {
        if (encoder.bytes().size() == 0) {
            return;
        }
        FileChannel into = open == null ? begin() : open;
        int count = encoder.bytes().size();
        Disk.write(into, encoder.bytes().content(), openBytes);
        encoder.bytes().cut(0);
        openBytes += count;
        if (openBytes >= partBytes) {
            end();
        }
    }

    private FileChannel begin() throws IOException {
        if (!swept) {
            sweep(names.ofSlot());
            swept = true;
        }
        openName = names.fencedPart(number++);
        openBytes = 0;
        FileChannel begun = FileChannel.open(
                path(openName, PartWriter.TEMPORARY), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        open = begun;
        return begun;
    }

    /** Ends the open part: its bytes are durable, under the name that it was begun with. */
    private void end() throws IOException {
        FileChannel last = open;
        if (last != null) {
            disk.force(last);
            last.close();
            open = null;
            full.add(openName);
            encoder.restart();
        }
    }

    private Path path(String part, String suffix) {
        return directory.resolve(part + suffix);
    }

    @Override
    public Optional<String> prepare(long checkpoint) throws IOException {
        doing(() -> {
            append();
            end();
            for (String part : full) {
                try {
                    move(path(part, PartWriter.TEMPORARY), path(part, PREPARED));
                } catch (NoSuchFileException gone) {
                    if (!Files.exists(path(part, PREPARED))) {
                        throw new Superseded(path(part, PartWriter.TEMPORARY)
                                + " was removed by another peer of this task; this one is of the past");
                    }
                }
            }
            if (!full.isEmpty()) {
                disk.forceNames(directory);
            }
        });
        settled = taken;
        Optional<String> bundle = full.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", full));
        full.clear();
        return bundle;
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void commit(String bundle) throws IOException {
        doing(() -> {
            for (String part : bundle.lines().toList()) {
                // One that is gone was committed before; its reader may have taken it away since.
                if (Files.exists(path(part, PREPARED))) {
                    publish(part);
                }
            }
            disk.forceNames(directory);
        });
    }

    private void publish(String part) throws IOException {
        try {
            move(path(part, PREPARED), path(part, ""));
        } catch (NoSuchFileException gone) {
            if (!Files.exists(path(part, ""))) {
                throw gone;
            }
        }
    }

    @Override
    public void abort(String bundle) throws IOException {
        doing(() -> {
            for (String part : bundle.lines().toList()) {
                Files.deleteIfExists(path(part, PREPARED));
            }
        });
    }

    /** Everything that will ever be committed was; what else is left of any peer is removed. */
    @Override
    public void seal() throws IOException {
        doing(() -> {
            sweep(names.ofTask());
            disk.forceNames(directory);
        });
    }

    /** Removes files with that prefix that were written under lower fences and not committed. */
    private void sweep(String prefix) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                directory, file -> String.valueOf(file.getFileName()).startsWith(prefix))) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(PartWriter.TEMPORARY) || name.endsWith(PREPARED)) {
                    if (names.isOfHigherFence(name)) {
                        throw new Superseded(file + " was written under a higher fence; this peer is of the past");
                    }
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** True: it waits for the disk. */
    @Override
    public boolean blocks() {
        return true;
    }

    /** Removes what was not prepared: it is read again from the latest checkpoint. */
    @Override
    public void close() throws IOException {
        FileChannel last = open;
        open = null;
        if (last != null) {
            last.close();
            full.add(openName);
        }
        for (String part : full) {
            Files.deleteIfExists(path(part, PartWriter.TEMPORARY));
        }
        full.clear();
    }

    /** A step with file access. */
    private interface Step {
        void run() throws IOException;
    }

    /** Runs a step; a failure gets a message that names the directory, and may be an outage. */
    private void doing(Step step) throws IOException {
        try {
            step.run();
        } catch (Superseded past) {
            throw past;
        } catch (IOException failure) {
            String what = "cannot write " + directory + ": " + failure;
            throw Files.isDirectory(directory)
                    ? TransientFailures.classified(what, failure)
                    : new Unavailable(what, failure);
        }
    }
}
