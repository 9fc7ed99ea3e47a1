package io.sardonyx.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.disk.ForgetfulDisk;
import io.sardonyx.port.Blobs;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Blobs in a directory on a disk that forgets what was not forced, or is full. */
class FileBlobsCrashTest {

    private static final int SEEDS = 200;

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static List<ByteBuffer> content(String text) {
        return List.of(UTF_8.encode(text), UTF_8.encode("-".repeat(3_000)), UTF_8.encode(text));
    }

    private static String whole(String text) {
        return text + "-".repeat(3_000) + text;
    }

    private static Optional<String> text(Blobs blobs, String name) {
        return answer(blobs.read(name, 0, 10_000)).map(it -> UTF_8.decode(it).toString());
    }

    @Test
    void whatIsAcknowledgedSurvivesAndWhatIsSeenIsWholeUnlessAForceIsIgnored() {
        Set<String> sites = new TreeSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            var life = new Lives(seed, "");
            assertThat(life.run()).as("seed " + seed).isEmpty();
            sites.addAll(life.disk.sites());
        }
        assertThat(sites)
                .containsExactlyInAnyOrder(
                        "bytes FileBlobs$BlobFile.fill of FileBlobs.create",
                        "names FileBlobs.create of FileBlobs.write",
                        "names Disk.directory");
        for (String site : sites) {
            boolean isMissed = false;
            for (int seed = 0; seed < 50 * SEEDS && !isMissed; seed++) {
                isMissed = !new Lives(seed, site).run().isEmpty();
            }
            assertThat(isMissed).as("the force is missed: " + site).isTrue();
        }
    }

    @Test
    void aFullDiskIsNamedLeavesNothingAndIsUsedAgainWhenThereIsRoom() throws Exception {
        var disk = new ForgetfulDisk(1);
        Path directory = disk.path("store");
        try (Blobs blobs = FileBlobs.open(directory)) {
            for (int room = 0; room < 3_000; room += 97) {
                disk.room(room);
                assertThatThrownBy(() -> answer(blobs.write("b", content("x"))))
                        .hasMessageContaining(directory.toString())
                        .hasMessageContaining("the disk is full");
                assertThat(files(directory)).containsExactly("lock");
                assertThat(text(blobs, "b")).isEmpty();
            }
            disk.room(Long.MAX_VALUE);
            disk.failForcesAfter(0);
            assertThatThrownBy(() -> answer(blobs.write("b", content("x")))).hasMessageContaining("the disk is full");
            assertThat(files(directory)).containsExactly("lock");
            disk.failForcesAfter(Integer.MAX_VALUE);
            assertThat(answer(blobs.write("b", content("x")))).isTrue();
            assertThat(text(blobs, "b")).contains(whole("x"));
        }
    }

    @Test
    void namesThatCouldNotBeForcedAreNotAcknowledgedUntilItIsOpenedAnew() {
        var disk = new ForgetfulDisk(1);
        try (Blobs blobs = FileBlobs.open(disk.path("store"))) {
            disk.failForcesAfter(1);
            assertThatThrownBy(() -> answer(blobs.write("b", content("x")))).hasMessageContaining("the disk is full");
            disk.failForcesAfter(Integer.MAX_VALUE);
            assertThatThrownBy(() -> answer(blobs.write("b", content("x"))))
                    .hasMessageContaining("could not be forced");
        }
        try (Blobs blobs = FileBlobs.open(disk.path("store"))) {
            assertThat(answer(blobs.write("b", content("x")))).isFalse();
            assertThat(text(blobs, "b")).contains(whole("x"));
        }
    }

    private static List<String> files(Path directory) throws Exception {
        var files = new ArrayList<String>();
        try (var paths = java.nio.file.Files.newDirectoryStream(directory)) {
            paths.forEach(path -> files.add(path.getFileName().toString()));
        }
        return files;
    }

    /** Processes that write until they die or the power goes, and what must be true after each. */
    private static final class Lives {

        private final SplittableRandom random;
        private final ForgetfulDisk disk;
        private final Path directory;
        private final Set<String> acknowledged = new TreeSet<>();
        private final List<String> faults = new ArrayList<>();
        private int made;

        Lives(long seed, String ignored) {
            random = new SplittableRandom(seed);
            disk = new ForgetfulDisk(random.nextLong());
            disk.ignoreForces(ignored);
            directory = disk.path("store");
        }

        List<String> run() {
            for (int life = 0; life < 5 && faults.isEmpty(); life++) {
                disk.dieAfter(random.nextInt(40));
                live();
                if (random.nextBoolean()) {
                    disk.losePower();
                } else {
                    disk.restart();
                }
                survey();
            }
            return faults;
        }

        private void live() {
            try (Blobs blobs = FileBlobs.open(directory)) {
                for (int i = 0; i < 6; i++) {
                    String name = "b" + (random.nextInt(4) == 0 ? Math.max(0, made - 1) : made++);
                    answer(blobs.write(name, content(name)));
                    acknowledged.add(name);
                }
            } catch (FileFailure | CompletionException failure) {
                if (!disk.isDead()) {
                    faults.add("it failed though nobody died: " + failure);
                }
            }
        }

        private void survey() {
            try (Blobs blobs = FileBlobs.open(directory)) {
                Set<String> names = new TreeSet<>(answer(blobs.names("")));
                acknowledged.stream().filter(it -> !names.contains(it)).forEach(it -> faults.add(it + " is lost"));
                for (String name : names) {
                    if (!text(blobs, name).equals(Optional.of(whole(name)))) {
                        faults.add(name + " is not whole");
                    }
                }
                files(directory).stream()
                        .filter(file -> file.endsWith(".temporary"))
                        .forEach(file -> faults.add(file + " was left"));
            } catch (Exception failure) {
                faults.add("it cannot be read: " + failure);
            }
        }
    }
}
