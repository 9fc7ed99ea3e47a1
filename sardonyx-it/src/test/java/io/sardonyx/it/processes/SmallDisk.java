package io.sardonyx.it.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A disk of a few megabytes at a directory, in memory, for one process: it is mounted in a namespace of that process,
 * so others find the directory empty, and it goes with the process.
 */
final class SmallDisk {

    private static final int MEBIBYTES = 16;
    private static final int LEFT_FREE = 1;

    /** With a user namespace for everybody, without one for root where there are none. */
    private static final List<List<String>> WAYS = List.of(List.of("unshare", "-rm"), List.of("unshare", "-m"));

    private static final String MOUNT = "mount -t tmpfs -o size=" + MEBIBYTES + "m small \"$0\" && exec \"$@\"";

    private final Path directory;
    private final List<String> within;

    private SmallDisk(Path directory, List<String> within) {
        this.directory = directory;
        this.within = within;
    }

    /** One that is mounted at a directory, or none where this user may not mount anything. */
    static Optional<SmallDisk> at(Path directory) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        for (List<String> way : WAYS) {
            var within = new ArrayList<>(way);
            within.addAll(List.of("sh", "-c", MOUNT, directory.toString()));
            var command = new ArrayList<>(within);
            command.add("true");
            if (works(command)) {
                return Optional.of(new SmallDisk(directory, List.copyOf(within)));
            }
        }
        return Optional.empty();
    }

    private static boolean works(List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchCommand) {
            return false;
        }
    }

    /** The beginning of the command of the process that has it. */
    List<String> within() {
        return within;
    }

    /** Where others find what that process sees at a path. */
    static Path seenBy(Member process, Path path) {
        return Path.of("/proc/" + process.pid() + "/root" + path.toAbsolutePath());
    }

    /** Takes all room but one megabyte; who deletes the file makes room again. */
    Path fill(Member process) throws IOException {
        Path filler = seenBy(process, directory).resolve("filler");
        Files.write(filler, new byte[(MEBIBYTES - LEFT_FREE) << 20]);
        return filler;
    }
}
