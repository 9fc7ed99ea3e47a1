package io.sardonyx.connect.provider;

import io.sardonyx.plugin.Superseded;
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
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Directory of part files that all peers of an output write to, and recovery of what a predecessor left in it.
 *
 * <p>The predecessor may be alive and not know that it was replaced. So its file is renamed first: bytes that it
 * settled before are found, and later attempts to settle fail. Then the settled bytes are copied, as the predecessor
 * may still append to the old file.
 *
 * <p>Nor must it begin another part behind the successor's back. So who has claimed a partition begins a part before it
 * looks for what others have left, and looks for parts of successors after it has begun another one: of two writers at
 * least one sees the other.
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
    /** Number of the next part. */
    private long next;

    PartDirectory(Path path, PartName names, String me) throws IOException {
        this.path = disk.directory(path);
        this.names = names;
        this.me = PartName.escaped(me);
        this.next = names.isFenced()
                ? 0
                : files(names.ofSlot()).stream().mapToLong(names::number).max().orElse(-1) + 1;
    }

    /**
     * Starts a new part.
     *
     * @throws Superseded when the partition was claimed by another writer meanwhile
     */
    PartWriter begin() throws IOException {
        PartWriter part = newPart();
        if (names.isFenced() && ofSuccessor(files(names.ofSlot())).isPresent()) {
            part.release(); // nothing of it is settled, so it is removed
            throw new Superseded(part + " was begun after another writer had claimed the partition");
        }
        return part;
    }

    /**
     * Starts a part. The output of a claimed partition is opened once for each partition, and to list the directory
     * takes the longer the more of them are done; so the number is found by trying.
     */
    private PartWriter newPart() throws IOException {
        while (names.isFenced() && isUsed(path.resolve(names.part(next)))) {
            next++;
        }
        return PartWriter.begin(disk, path, names.part(next++));
    }

    private static boolean isUsed(Path part) {
        return Files.exists(part)
                || Stream.of(PartWriter.TEMPORARY, PartWriter.SETTLED, TAKEN)
                        .anyMatch(suffix -> Files.exists(PartWriter.with(part, suffix)));
    }

    private Optional<String> ofSuccessor(List<String> files) {
        return files.stream().filter(names::isOfSuccessor).findFirst();
    }

    /**
     * Recovers and publishes parts left by predecessors in this slot and by the jobs that this one resumes.
     *
     * @return the first part, if a successor has to find one; else null
     * @throws IOException also when there is a part with a higher fence
     */
    @Nullable
    PartWriter inherit() throws IOException {
        PartWriter first = names.isFenced() ? newPart() : null;
        try {
            List<String> files = files(names.ofSlot());
            Optional<String> successor = ofSuccessor(files);
            if (successor.isPresent()) {
                throw new IOException("there is " + successor.get() + ", written under a higher fence: another node"
                        + " holds the partition, or a job of this name ran in another store; then let this one have"
                        + " another directory or name");
            }
            publish(files, first);
            publishFormerJobs();
            return first;
        } catch (IOException failure) {
            if (first != null) {
                first.release();
            }
            throw failure;
        }
    }

    /**
     * Recovers and publishes all parts left by any peer; afterwards the directory durably has only complete parts of
     * the task.
     */
    void seal() throws IOException {
        publish(files(names.ofTask()), null);
        publishFormerJobs();
        disk.forceNames(path);
    }

    private void publishFormerJobs() throws IOException {
        for (String prefix : names.ofFormerJobs()) {
            publish(files(prefix), null);
        }
    }

    /** @param open the part that this writer has just begun, or null */
    private void publish(List<String> files, @Nullable PartWriter open) throws IOException {
        var parts = new TreeSet<String>();
        for (String file : files) {
            for (String suffix : List.of(PartWriter.TEMPORARY, TAKEN)) {
                if (file.endsWith(suffix)) {
                    parts.add(file.substring(0, file.length() - suffix.length()));
                }
            }
        }
        for (String part : parts) {
            if (open == null || !open.isNamed(part)) {
                takeOver(path.resolve(part));
            }
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
                return; // its owner has published it meanwhile
            }
        }
        Path sidecar = PartWriter.with(part, PartWriter.SETTLED);
        long length = PartWriter.SettledLength.read(sidecar);
        if (length > 0) {
            copy(taken, length, part);
        }
        Files.deleteIfExists(sidecar);
        Files.deleteIfExists(taken);
    }

    /**
     * Copies the settled bytes and publishes them; idempotent, as a concurrent copy gives the same bytes the same name.
     */
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
                return; // another peer has published it meanwhile
            }
            throw gone;
        } catch (IOException failure) {
            Files.deleteIfExists(copy);
            throw new IOException(taken + " cannot be taken over: " + failure.getMessage(), failure);
        }
        disk.forceNames(path);
    }

    /**
     * Transfers all bytes or fails; at the end of a file that is too short, {@code transferTo} would return 0 for ever.
     */
    private static void transfer(FileChannel from, FileChannel to, long length) throws IOException {
        for (long done = 0; done < length; ) {
            long count = from.transferTo(done, length - done, to);
            if (count <= 0) {
                throw new IOException("it ends at byte " + done + ", but " + length + " bytes of it were settled");
            }
            done += count;
        }
    }

    /** Removes auxiliary files that a crash left beside a part that is published. */
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

    /** Whether the directory does not exist, perhaps because its file system is unmounted. */
    boolean isGone() {
        return !Files.isDirectory(path);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
