package io.sardonyx.connect;

import io.sardonyx.store.file.Disk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/**
 * The directory that all peers of an output write to, and how one of them takes over what another has left.
 *
 * <p>The other may be alive and not know that it was replaced. So its file is first moved away from under its name:
 * what it settled before is found, and what it believes to settle later fails. Then the settled bytes are copied, for
 * the old file may still grow at the other's hand.
 *
 * <pre>
 *   part.tmp + part.settled ──move──▶ part.taken ──copy──▶ part.PEER.copy ──move──▶ part
 * </pre>
 */
final class PartDirectory {

    private static final String TAKEN = ".taken";
    private static final String COPY = ".copy";

    private final Disk disk = new Disk();
    private final Path path;
    private final PartName names;
    private final String me;
    private long next;

    PartDirectory(Path path, PartName names, String me) throws IOException {
        this.path = disk.directory(path);
        this.names = names;
        this.me = PartName.escaped(me);
        this.next =
                files(names.ofSlot()).stream().mapToLong(names::number).max().orElse(-1) + 1;
    }

    /** A new part. */
    PartWriter begin() throws IOException {
        return PartWriter.begin(disk, path, names.part(next++));
    }

    /** Publishes what others have left in this slot, and all that the jobs have left which this one resumes. */
    void inherit() throws IOException {
        publish(names.ofSlot());
        publishFormerJobs();
    }

    /** Publishes what anybody has left; then only complete parts of the task are in the directory, and that lasts. */
    void seal() throws IOException {
        publish(names.ofTask());
        publishFormerJobs();
        disk.forceNames(path);
    }

    private void publishFormerJobs() throws IOException {
        for (String prefix : names.ofFormerJobs()) {
            publish(prefix);
        }
    }

    private void publish(String prefix) throws IOException {
        var parts = new TreeSet<String>();
        List<String> files = files(prefix);
        for (String file : files) {
            for (String suffix : List.of(PartWriter.TEMPORARY, TAKEN)) {
                if (file.endsWith(suffix)) {
                    parts.add(file.substring(0, file.length() - suffix.length()));
                }
            }
        }
        for (String part : parts) {
            takeOver(path.resolve(part));
        }
        for (String file : files) {
            sweep(file);
        }
    }

    private void takeOver(Path part) throws IOException {
        Path taken = PartWriter.with(part, TAKEN);
        try {
            Files.move(PartWriter.with(part, PartWriter.TEMPORARY), taken, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException gone) {
            if (!Files.exists(taken)) {
                return; // its owner was faster
            }
        }
        Path sidecar = PartWriter.with(part, PartWriter.SETTLED);
        long length = SettledLength.read(sidecar);
        if (length > 0) {
            copy(taken, length, part);
        }
        Files.deleteIfExists(sidecar);
        Files.deleteIfExists(taken);
    }

    /** If another does the same at the same time, both give the same bytes the same name. */
    private void copy(Path taken, long length, Path part) throws IOException {
        Path copy = PartWriter.with(part, "." + me + COPY);
        try (FileChannel from = FileChannel.open(taken);
                FileChannel to = FileChannel.open(
                        copy,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            transfer(from, to, length);
            disk.force(to);
            Files.move(copy, part, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException gone) {
            if (Files.exists(part)) {
                return; // another has done it
            }
            throw gone;
        } catch (IOException failure) {
            Files.deleteIfExists(copy);
            throw new IOException(taken + " cannot be taken over: " + failure.getMessage(), failure);
        }
        disk.forceNames(path);
    }

    /** All of it, or a failure: a file that ends too early gives 0 bytes for ever. */
    private static void transfer(FileChannel from, FileChannel to, long length) throws IOException {
        for (long done = 0; done < length; ) {
            long count = from.transferTo(done, length - done, to);
            if (count <= 0) {
                throw new IOException("it ends at byte " + done + ", but " + length + " bytes of it were settled");
            }
            done += count;
        }
    }

    /** Removes what a crash left behind a part that is published. */
    private void sweep(String file) throws IOException {
        if (file.endsWith(PartWriter.SETTLED)) {
            Path part = path.resolve(file.substring(0, file.length() - PartWriter.SETTLED.length()));
            if (!Files.exists(PartWriter.with(part, PartWriter.TEMPORARY))
                    && !Files.exists(PartWriter.with(part, TAKEN))) {
                Files.deleteIfExists(path.resolve(file));
            }
        } else if (file.endsWith(COPY)) {
            Files.deleteIfExists(path.resolve(file));
        }
    }

    private List<String> files(String prefix) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                path, file -> String.valueOf(file.getFileName()).startsWith(prefix))) {
            return StreamSupport.stream(files.spliterator(), false)
                    .map(file -> String.valueOf(file.getFileName()))
                    .toList();
        }
    }

    /** Whether it is no more, perhaps with all of its file system. */
    boolean isGone() {
        return !Files.isDirectory(path);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
