package io.sardonyx.store.file;

import io.sardonyx.port.Origin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The origin files of one log: the newest readable one is used, and the one before it is kept as a fallback. */
final class OriginFiles {

    private static final Logger LOG = LoggerFactory.getLogger(OriginFiles.class);
    private static final String ENDING = ".origin";
    private static final int HEADER = 12;
    private static final int KEPT = 2;

    private final Path directory;
    private final Disk disk;

    OriginFiles(Path directory, Disk disk) {
        this.directory = directory;
        this.disk = disk;
    }

    /**
     * The newest origin that is whole.
     *
     * @param first the first entry that is not trimmed; if origins exist and none is readable, it must be 0
     */
    Optional<Origin> newest(long first) throws IOException {
        boolean isDoubtful = false;
        for (long position : PositionFileNames.list(directory, ENDING).descendingSet()) {
            Optional<Origin> origin = read(position);
            if (origin.isPresent()) {
                return origin;
            }
            isDoubtful = true;
        }
        if (isDoubtful && first > 0) {
            throw new CorruptFile(directory, "no origin can be read, and entries before " + first + " are trimmed");
        }
        return Optional.empty();
    }

    /**
     * Stores an origin, deletes all but two, and returns the position before which no entry is needed any more. The
     * caller must hold the lock.
     */
    long store(Origin origin) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(HEADER + origin.state().length);
        content.putLong(origin.position()).putInt(0).put(origin.state()).flip();
        content.putInt(8, Disk.checksum(content));
        disk.replace(directory, PositionFileNames.name(origin.position(), ENDING), content);
        List<Long> whole = new ArrayList<>();
        for (long position : PositionFileNames.list(directory, ENDING).descendingSet()) {
            if (whole.size() == KEPT) {
                Files.deleteIfExists(PositionFileNames.path(directory, position, ENDING));
            } else if (read(position).isPresent()) {
                whole.add(position);
            }
        }
        return whole.size() < KEPT ? 0 : whole.get(KEPT - 1) + 1;
    }

    private Optional<Origin> read(long position) throws IOException {
        Path path = PositionFileNames.path(directory, position, ENDING);
        ByteBuffer content;
        try {
            content = ByteBuffer.wrap(Files.readAllBytes(path));
        } catch (NoSuchFileException replaced) {
            return Optional.empty();
        }
        if (content.remaining() < HEADER || content.getLong(0) != position) {
            LOG.warn("{} is not an origin of that position and is passed over", path);
            return Optional.empty();
        }
        int sum = content.getInt(8);
        if (sum != Disk.checksum(content.putInt(8, 0))) {
            LOG.warn("{} does not have its checksum and is passed over", path);
            return Optional.empty();
        }
        byte[] state = new byte[content.remaining() - HEADER];
        content.position(HEADER).get(state);
        return Optional.of(new Origin(position, state));
    }
}
