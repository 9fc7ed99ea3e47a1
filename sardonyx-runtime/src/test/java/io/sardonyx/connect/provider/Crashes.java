package io.sardonyx.connect.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.connect.format.SegmentEncoder;
import io.sardonyx.connect.format.SegmentWriter;
import io.sardonyx.disk.ForgetfulDisk;
import io.sardonyx.function.StubContext;
import io.sardonyx.plugin.Output;
import io.sardonyx.store.file.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The life of a files output over a disk that forgets: peers write, settle and leave, processes die and the power goes,
 * at places that a seed gives. After each the directory is looked at as a reader would.
 */
final class Crashes {

    private static final int LIVES = 5;
    private static final int ACTIONS = 12;
    private static final int PART_BYTES = 120;
    private static final long IDLE_NANOS = 1_000;

    private final SplittableRandom random;
    private final ForgetfulDisk disk;
    private final Path directory;
    private final Set<String> written = new HashSet<>();
    private final Set<String> settled = new TreeSet<>();
    private long nowNanos;

    /** @param ignored from where forces do nothing; empty if all of them do what they should */
    Crashes(long seed, String ignored) {
        random = new SplittableRandom(seed);
        disk = new ForgetfulDisk(random.nextLong());
        disk.ignoreForces(ignored);
        directory = disk.path("deep/out");
    }

    /** From where anything was forced. */
    Set<String> sites() {
        return disk.sites();
    }

    private FileOutput open(String peer, int slot) throws IOException {
        var names = new PartName(new StubContext().by(peer, slot), "txt");
        var encoder = new SegmentEncoder(PART_BYTES / 3, SegmentWriter::lines);
        return new FileOutput(
                new PartDirectory(directory, names, peer), encoder, PART_BYTES, IDLE_NANOS, () -> nowNanos);
    }

    /** Lives it through; what is wrong in the end or on the way, empty if nothing is. */
    List<String> run() {
        var faults = new ArrayList<String>();
        try {
            /* Whoever creates several levels and dies at it has forced only some of them. */
            new Disk().directory(disk.path(random.nextBoolean() ? "deep" : "deep/out"));
            for (int life = 0; life < LIVES && faults.isEmpty(); life++) {
                disk.dieAfter(random.nextInt(1 + random.nextInt(60)));
                live("peer-" + random.nextInt(3), random.nextInt(2));
                crash();
                look(faults);
            }
            if (faults.isEmpty()) {
                complete();
                crash();
                look(faults);
                missing(faults);
            }
        } catch (Exception failure) {
            faults.add(failure.toString());
        }
        return faults;
    }

    private void crash() {
        if (random.nextBoolean()) {
            disk.losePower();
        } else {
            disk.restart();
        }
    }

    /** One process with one peer. */
    private void live(String peer, int slot) throws Exception {
        try (FileOutput output = open(peer, slot)) {
            var taken = new ArrayList<String>();
            for (int action = 0; action < ACTIONS; action++) {
                switch (random.nextInt(4)) {
                    case 0 -> nowNanos += IDLE_NANOS;
                    case 1 -> noteSettled(output, taken);
                    default -> write(output, taken);
                }
            }
        } catch (IOException failure) {
            if (!disk.isDead()) {
                throw failure;
            }
        }
    }

    private void write(Output output, List<String> taken) throws Exception {
        String line = written.size() + "-" + "x".repeat(random.nextInt(30)) + "-end";
        written.add(line);
        if (output.write(new Object[] {line}, 0, 1) == 1) {
            taken.add(line);
        }
    }

    private void noteSettled(Output output, List<String> taken) throws Exception {
        long count = output.settled();
        settled.addAll(taken.subList(0, (int) count));
    }

    /** The end of the job: all that was settled is published, and nothing else is left. */
    private void complete() throws IOException {
        try (FileOutput output = open("sealer", 0)) {
            output.seal();
        }
    }

    private Collection<Path> files() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (var files = Files.newDirectoryStream(directory)) {
            var found = new ArrayList<Path>();
            files.forEach(found::add);
            return found;
        }
    }

    /** What has the name of a complete part is one. */
    private void look(List<String> faults) throws IOException {
        for (Path file : files()) {
            if (file.toString().endsWith(".txt")) {
                String content = new String(Files.readAllBytes(file), UTF_8);
                for (String line : content.split("\n", -1)) {
                    if (!line.isEmpty() && !written.contains(line)) {
                        faults.add(file + " has a torn line: " + line);
                    }
                }
                if (!content.endsWith("\n")) {
                    faults.add(file + " does not end with a line");
                }
            }
        }
    }

    private void missing(List<String> faults) throws IOException {
        var left = new TreeSet<>(settled);
        for (Path file : files()) {
            if (file.toString().endsWith(".txt")) {
                left.removeAll(List.of(new String(Files.readAllBytes(file), UTF_8).split("\n", -1)));
            } else {
                faults.add(file + " is left over");
            }
        }
        if (!left.isEmpty()) {
            faults.add("settled, but lost: " + left);
        }
    }
}
