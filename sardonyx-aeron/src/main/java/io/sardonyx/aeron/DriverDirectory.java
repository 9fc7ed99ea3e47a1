package io.sardonyx.aeron;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of an embedded driver's files, in shared memory if the machine has it.
 *
 * @param path accessible to our user only, since traffic can be read there; the driver creates its own directory below
 */
record DriverDirectory(Path path) {

    private static final Logger LOG = LoggerFactory.getLogger(DriverDirectory.class);

    private static final String PREFIX = "sardonyx-aeron-";
    private static final Pattern OURS = Pattern.compile(PREFIX + "(\\d+)-[0-9a-f]+");
    private static final Path MEMORY = Path.of("/dev/shm");

    /**
     * Heartbeat age after which the directory of a vanished process is deleted; a process in another container may
     * share the memory although its pid is not visible here.
     */
    private static final Duration SURELY_DEAD = Duration.ofSeconds(60);

    /** Creates a directory for this process, and deletes those that dead processes left there. */
    static DriverDirectory fresh(@Nullable Path given) throws IOException {
        Path base = given != null ? given : usual();
        try {
            Files.createDirectories(base);
        } catch (IOException e) {
            throw new IOException("the directory " + base + " cannot be made: " + e, e);
        }
        deleteRemains(base);
        String random = UUID.randomUUID().toString().substring(0, 8);
        Path path = base.resolve(PREFIX + ProcessHandle.current().pid() + "-" + random);
        try {
            return new DriverDirectory(Files.createDirectory(path, closed(base)));
        } catch (IOException e) {
            throw new IOException("the directory " + path + " cannot be made: " + e, e);
        }
    }

    /** Permissions for the owner only, where the file system has POSIX ones. */
    private static FileAttribute<?>[] closed(Path base) {
        return base.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    /** The subdirectory that the driver creates and deletes. */
    Path driver() {
        return path.resolve("driver");
    }

    private static Path usual() {
        return Files.isWritable(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static void deleteRemains(Path base) {
        try (Stream<Path> all = Files.list(base)) {
            all.filter(DriverDirectory::isOfTheDead).map(DriverDirectory::new).forEach(DriverDirectory::delete);
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("what dead processes left in {} cannot be listed", base, e);
        }
    }

    private static boolean isOfTheDead(Path path) {
        Matcher name = OURS.matcher(path.getFileName().toString());
        return name.matches()
                && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
                && DriverHeartbeat.age(new DriverDirectory(path).driver()).compareTo(SURELY_DEAD) > 0;
    }

    void delete() {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("the directory {} of a media driver stays behind", path, e);
        }
    }
}
