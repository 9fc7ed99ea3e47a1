package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.SegmentEncoder;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Refused;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.store.file.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Output of part files in a job with checkpoints: what was written between two marks appears when the checkpoint is
 * complete, and only then.
 *
 * <pre>
 *   part.tmp ──prepare──▶ part.prepared ──commit──▶ part                                    a large one
 *                                       ──commit──▶ part.growing ──full, idle, old──▶ part  the first small one
 *                                       ──commit──▶ at the end of that part.growing         small ones behind it
 * </pre>
 *
 * <p>Small bundles are gathered in one growing part, or checkpoints each five seconds would make a file each. A part
 * without suffix is never changed, so that a reader may take it away; and several of them cannot be replaced by one
 * without a moment at which a reader finds a line twice or not at all. So what grows has a name of its own.
 *
 * <p>A bundle says where in the growing part it belongs: the offset is known when it is prepared, since the one before
 * is committed by then. To commit it again, or twice at a time, writes the same bytes to the same place, and nothing is
 * ever cut off. A growing part gets its final name only when nothing that is prepared belongs to it; so a bundle whose
 * growing part is gone was committed before.
 *
 * <p>Names contain the fence, so that no two instances ever write the same file. What a predecessor has left under a
 * lower fence, and the log does not name, is removed with the first write; a predecessor that is still alive finds its
 * file gone when it prepares.
 */
final class CheckpointedFileOutput implements Output {

    static final String PREPARED = ".prepared";
    static final String GROWING = ".growing";

    /** A bundle shorter than this fraction of a full part is small. */
    private static final int SMALL = 8;

    /** A growing part is old after so many times the idle time. */
    private static final int OLD = 6;

    private static final int COPY_BYTES = 1 << 20;

    private final PartDisk disk;
    private final PartName names;
    private final SegmentEncoder encoder;
    private final long partBytes;
    private final long idleNanos;
    private final LongSupplier nanoTime;
    /* Parts of the present bundle that are full, by their final names. */
    private final List<String> full = new ArrayList<>();
    /* What the growing part will be once a bundle is committed, if there is one, for all prepared here. */
    private final Map<String, Optional<Growing>> pending = new HashMap<>();
    private @Nullable Growing growing;
    private @Nullable FileChannel open;
    private String openName = "";
    private long openBytes;
    private long number;
    private long taken;
    private long settled;
    private boolean swept;
    private long activeNanos;

    /**
     * The part to which small bundles are added.
     *
     * @param bytes its length, which is the offset of the next bundle
     * @param header what it begins with, and bundles behind the first one do not repeat
     */
    private record Growing(String name, long bytes, ByteBuffer header, long sinceNanos) {}

    /**
     * Opens a directory.
     *
     * @param partBytes number of bytes after which another part is begun
     * @param idleNanos time without a commit after which the growing part gets its final name
     */
    CheckpointedFileOutput(
            PartDisk disk,
            PartName names,
            SegmentEncoder encoder,
            long partBytes,
            long idleNanos,
            LongSupplier nanoTime)
            throws IOException {
        this.disk = disk;
        this.names = names;
        this.encoder = encoder;
        this.partBytes = partBytes;
        this.idleNanos = idleNanos;
        this.nanoTime = nanoTime;
        this.activeNanos = nanoTime.getAsLong();
        disk.open();
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

    /**
     * What was prepared; the rest is not durable, and nobody waits for it before the next mark. Growing parts to which
     * nothing was added for a while, or that are old, get their final names.
     */
    @Override
    public long settled() throws IOException {
        long now = nanoTime.getAsLong();
        boolean idle = now - activeNanos >= idleNanos;
        Growing grown = growing;
        boolean due = grown != null && (idle || now - grown.sinceNanos >= OLD * idleNanos);
        if (due && pending.isEmpty() || idle && !swept) {
            doing(() -> {
                sweepOnce();
                finishGrowing();
            });
        }
        return settled;
    }

    private void append() throws IOException {
        if (encoder.bytes().size() == 0) {
            return;
        }
        FileChannel into = open == null ? begin() : open;
        int count = encoder.bytes().size();
        disk.write(into, encoder.bytes().content(), openBytes);
        encoder.bytes().cut(0);
        openBytes += count;
        if (openBytes >= partBytes) {
            end();
        }
    }

    private FileChannel begin() throws IOException {
        sweepOnce();
        openName = names.fencedPart(number++);
        openBytes = 0;
        FileChannel begun = disk.create(openName + PartWriter.TEMPORARY);
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

    @Override
    public Optional<String> prepare(long checkpoint) throws IOException {
        var lines = new ArrayList<String>();
        doing(() -> {
            append();
            boolean small = open != null && openBytes < partBytes / SMALL;
            end();
            for (String part : full) {
                prepare(part);
            }
            if (!full.isEmpty()) {
                disk.forceNames();
            }
            lines.addAll(full);
            Growing grown = small ? merged(openName) : null;
            if (grown != null) {
                lines.set(lines.size() - 1, line(openName, grown));
            }
            if (!lines.isEmpty()) {
                pending.put(String.join("\n", lines), Optional.ofNullable(grown));
            }
        });
        settled = taken;
        full.clear();
        return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
    }

    private void prepare(String part) throws IOException {
        try {
            disk.move(part + PartWriter.TEMPORARY, part + PREPARED);
        } catch (NoSuchFileException gone) {
            if (!disk.exists(part + PREPARED)) {
                throw new Superseded(disk.path(part + PartWriter.TEMPORARY)
                        + " was removed by another peer of this task; this one is of the past");
            }
        }
    }

    /** The growing part with a small one at its end; a new one behind large parts, so that numbers tell the order. */
    private Growing merged(String part) {
        Growing before = growing;
        ByteBuffer header = encoder.header();
        boolean fits = before != null && full.size() == 1 && pending.isEmpty() && before.header.equals(header);
        return before == null || !fits
                ? new Growing(part, openBytes, header, nanoTime.getAsLong())
                : new Growing(before.name, before.bytes + openBytes - header.remaining(), header, before.sinceNanos);
    }

    /**
     * A part of a bundle that is small, as a line of its text: with the growing part that it is added to, the length
     * that this will have then, and the bytes of the header that are left out. A large part is its name alone.
     */
    private static String line(String part, Growing grown) {
        boolean first = part.equals(grown.name);
        return part + " " + grown.name + " " + grown.bytes + " " + (first ? 0 : grown.header.remaining());
    }

    @Override
    public void commit(String bundle) throws IOException {
        doing(() -> {
            for (String line : bundle.lines().toList()) {
                commitPart(line.split(" ", -1));
            }
            disk.forceNames();
            Optional<Growing> grown = pending.remove(bundle);
            if (grown == null) {
                publishGrown(bundle);
            } else {
                replaceGrowing(grown.orElse(null));
                activeNanos = nanoTime.getAsLong();
            }
            if (growing != null && growing.bytes >= partBytes && pending.isEmpty()) {
                finishGrowing();
            }
        });
    }

    private void commitPart(String[] words) throws IOException {
        String part = words[0];
        if (!disk.exists(part + PREPARED)) {
            return; // it was committed before, and its reader may have taken it away since
        }
        if (words.length == 1) {
            move(part + PREPARED, part);
        } else if (part.equals(words[1])) {
            move(part + PREPARED, part + GROWING);
        } else {
            add(part + PREPARED, words[1] + GROWING, Long.parseLong(words[2]), Long.parseLong(words[3]));
            disk.delete(part + PREPARED);
        }
    }

    /**
     * Publishes the growing part that another instance's bundle was added to: that one may never come to it, and no
     * bundle behind this is prepared before this is committed.
     */
    private void publishGrown(String bundle) throws IOException {
        for (String line : bundle.lines().toList()) {
            String[] words = line.split(" ", -1);
            if (words.length > 1) {
                move(words[1] + GROWING, words[1]);
                growing = growing != null && growing.name.equals(words[1]) ? null : growing;
            }
        }
        disk.forceNames();
    }

    /** Renames a file that another peer may be renaming, too. */
    private void move(String from, String to) throws IOException {
        try {
            disk.move(from, to);
        } catch (NoSuchFileException gone) {
            if (disk.isGone()) {
                throw gone;
            }
        }
    }

    /** Copies a prepared part to its place in the growing one, which has a given length then. */
    private void add(String from, String to, long length, long skipped) throws IOException {
        try (FileChannel source = FileChannel.open(disk.path(from));
                FileChannel target = FileChannel.open(disk.path(to), StandardOpenOption.WRITE)) {
            long at = length - (source.size() - skipped);
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(COPY_BYTES, source.size()));
            for (long next = skipped; next < source.size(); ) {
                bytes.clear();
                int count = source.read(bytes, next);
                disk.write(target, bytes.flip(), at);
                next += count;
                at += count;
            }
            disk.force(target);
        } catch (NoSuchFileException gone) {
            if (disk.isGone()) {
                throw gone; // else another peer has committed it meanwhile, and perhaps published the growing part
            }
        }
    }

    /** Goes on with another growing part or none, or with the same one, which has become longer. */
    private void replaceGrowing(@Nullable Growing grown) throws IOException {
        Growing former = growing;
        boolean done = former != null
                && (grown == null || !former.name.equals(grown.name))
                && pending.values().stream()
                        .noneMatch(
                                other -> other.isPresent() && other.get().name.equals(former.name));
        if (done) {
            finishGrowing();
        }
        growing = grown;
    }

    private void finishGrowing() throws IOException {
        Growing grown = growing;
        if (grown != null) {
            move(grown.name + GROWING, grown.name);
            disk.forceNames();
            growing = null;
        }
    }

    @Override
    public void abort(String bundle) throws IOException {
        doing(() -> {
            for (String line : bundle.lines().toList()) {
                disk.delete(line.split(" ", -1)[0] + PREPARED);
            }
            pending.remove(bundle);
        });
    }

    /** Everything that will ever be committed was: growing parts are published, and what else is left is removed. */
    @Override
    public void seal() throws IOException {
        doing(() -> {
            for (String name : disk.names(names.ofTask())) {
                finishOrRemove(name);
            }
            growing = null;
            disk.forceNames();
        });
    }

    /**
     * Publishes and removes what was left in this slot under lower fences, once. The first slot publishes for all,
     * since some may have no peer any more: where a peer is in it, it has committed the bundles of all. It does so for
     * the job, too, that this one goes on from, unless something is still prepared there: then another job that goes on
     * from a later checkpoint has to commit that.
     */
    private void sweepOnce() throws IOException {
        if (swept) {
            return;
        }
        for (String name : disk.names(names.ofTask())) {
            boolean mine = name.startsWith(names.ofSlot());
            boolean anybodys = names.isOfFirstSlot() && name.endsWith(GROWING);
            if (names.isOfLowerFence(name) ? mine || anybodys : mine && names.isOfHigherFence(name)) {
                finishOrRemove(name);
            }
        }
        if (names.isOfFirstSlot()) {
            for (String former : names.ofFormerJobs()) {
                publishGrowing(disk.names(former));
            }
        }
        disk.forceNames();
        swept = true;
    }

    private void publishGrowing(List<String> files) throws IOException {
        if (files.stream().noneMatch(name -> name.endsWith(PREPARED))) {
            for (String name : files) {
                if (name.endsWith(GROWING)) {
                    move(name, finalName(name));
                }
            }
        }
    }

    private void finishOrRemove(String name) throws IOException {
        boolean grows = name.endsWith(GROWING);
        if (grows || name.endsWith(PartWriter.TEMPORARY) || name.endsWith(PREPARED)) {
            if (names.isOfHigherFence(name)) {
                throw new Superseded(disk.path(name) + " was written under a higher fence; this peer is of the past");
            }
            if (grows) {
                move(name, finalName(name));
            } else {
                disk.delete(name);
            }
        }
    }

    private static String finalName(String growing) {
        return growing.substring(0, growing.length() - GROWING.length());
    }

    /** True: it waits for the disk. */
    @Override
    public boolean blocks() {
        return true;
    }

    /** Publishes what has grown, and removes what was not prepared: it is read again from the latest checkpoint. */
    @Override
    public void close() throws IOException {
        FileChannel last = open;
        open = null;
        if (last != null) {
            last.close();
            full.add(openName);
        }
        for (String part : full) {
            disk.delete(part + PartWriter.TEMPORARY);
        }
        full.clear();
        if (pending.isEmpty() && !disk.isGone()) {
            doing(this::finishGrowing);
        }
    }

    /**
     * File operations in the directory of the output; each change is one call, so that tests can kill the output in the
     * middle of every one.
     */
    static class PartDisk {

        private final Disk disk = new Disk();
        private final Path directory;

        PartDisk(Path directory) {
            this.directory = directory;
        }

        /** Creates the directory with all its parents, unless it exists. */
        void open() throws IOException {
            disk.directory(directory);
        }

        /** Creates a file that must not exist. */
        FileChannel create(String name) throws IOException {
            return FileChannel.open(path(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }

        /** Writes the whole buffer at an offset. */
        void write(FileChannel channel, ByteBuffer content, long at) throws IOException {
            Disk.write(channel, content, at);
        }

        /** Makes the content of a file durable. */
        void force(FileChannel channel) throws IOException {
            disk.force(channel);
        }

        /** Makes the names in the directory durable. */
        void forceNames() throws IOException {
            disk.forceNames(directory);
        }

        /** Renames a file. */
        void move(String from, String to) throws IOException {
            Files.move(path(from), path(to), StandardCopyOption.ATOMIC_MOVE);
        }

        /** Deletes a file, if it exists. */
        void delete(String name) throws IOException {
            Files.deleteIfExists(path(name));
        }

        boolean exists(String name) {
            return Files.exists(path(name));
        }

        /** Whether the directory itself is gone. */
        boolean isGone() {
            return !Files.isDirectory(directory);
        }

        Path path(String name) {
            return directory.resolve(name);
        }

        /** Names of all files with a prefix. */
        List<String> names(String prefix) throws IOException {
            var names = new ArrayList<String>();
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    String name = String.valueOf(file.getFileName());
                    if (name.startsWith(prefix)) {
                        names.add(name);
                    }
                }
            }
            return names;
        }

        @Override
        public String toString() {
            return directory.toString();
        }
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
            String what = "cannot write " + disk + ": " + failure;
            throw disk.isGone() ? new Unavailable(what, failure) : TransientFailures.classified(what, failure);
        }
    }
}
