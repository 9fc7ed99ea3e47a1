package io.sardonyx.connect.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.connect.format.SegmentEncoder;
import io.sardonyx.connect.format.SegmentWriter;
import io.sardonyx.disk.ForgetfulDisk;
import io.sardonyx.function.StubContext;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.Unavailable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that is full in the middle of a write, and has room again later. */
class FullDiskTest {

    private static final int SEGMENTS = 12;

    private final ForgetfulDisk disk = new ForgetfulDisk(1);
    private final Path directory = disk.path("out");

    private FileOutput open(String peer) throws IOException {
        var names = new PartName(new StubContext().by(peer, 0), "txt");
        return new FileOutput(
                new PartDirectory(directory, names, peer),
                new SegmentEncoder(20, SegmentWriter::lines),
                200,
                1,
                () -> 0);
    }

    /** Writes and settles from a segment on until the disk is full; the first that is not settled. */
    private static int fill(FileOutput output, int from) throws Exception {
        int settled = from;
        for (int next = from; next < SEGMENTS; ) {
            try {
                next += output.write(new Object[] {"segment-" + next}, 0, 1);
                if (next % 3 == 0) {
                    settled = from + (int) output.settled();
                }
            } catch (Unavailable full) {
                assertThat(full).hasMessageContaining("out/").hasMessageContaining("No space left on device");
                return settled;
            }
        }
        return from + (int) output.settled();
    }

    private List<String> published() throws IOException {
        var content = new TreeMap<String, String>();
        try (var files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                content.put(file.toString(), new String(Files.readAllBytes(file), UTF_8));
            }
        }
        assertThat(content.keySet()).allMatch(name -> name.endsWith(".txt"));
        var lines = new ArrayList<String>();
        content.values().forEach(text -> {
            assertThat(text).endsWith("\n");
            lines.addAll(text.lines().toList());
        });
        return lines;
    }

    private static List<String> segments() {
        var all = new ArrayList<String>();
        for (int i = 0; i < SEGMENTS; i++) {
            all.add("segment-" + i);
        }
        return all;
    }

    /** With any number of bytes, so that each write of data and of lengths is cut off once. */
    private interface Leaving {
        void leave(FileOutput output) throws IOException;
    }

    private void fullAndThenNot(Leaving leaving) throws Exception {
        for (int room = 0; room < 300; room++) {
            disk.room(room);
            FileOutput output = open("peer-0");
            int settled = fill(output, 0);
            leaving.leave(output);
            disk.room(Long.MAX_VALUE);
            try (FileOutput again = open("peer-0")) {
                assertThat(published())
                        .as("room for " + room)
                        .containsAll(segments().subList(0, settled))
                        .isSubsetOf(segments());
                assertThat(fill(again, settled)).isEqualTo(SEGMENTS);
                again.seal();
            }
            assertThat(published())
                    .as("room for " + room)
                    .containsAll(segments())
                    .isSubsetOf(segments());
            for (Path file : files()) {
                Files.delete(file);
            }
        }
    }

    private List<Path> files() throws IOException {
        try (var files = Files.newDirectoryStream(directory)) {
            var all = new ArrayList<Path>();
            files.forEach(all::add);
            return all;
        }
    }

    @Test
    void whoeverReleasesAPartCutsIt() throws Exception {
        fullAndThenNot(FileOutput::close);
    }

    @Test
    void whoeverInheritsAPartCutsIt() throws Exception {
        fullAndThenNot(output -> {});
    }

    @Test
    void whoeverSealsForOthersCutsTheirParts() throws Exception {
        fullAndThenNot(output -> {
            disk.room(Long.MAX_VALUE);
            var names = new PartName(new StubContext().by("peer-1", 1), "txt");
            new PartDirectory(directory, names, "peer-1").seal();
            published();
        });
    }

    @Test
    void aForceThatFailsIsNotBelievedLater() throws Exception {
        FileOutput output = open("peer-0");
        assertThat(fill(output, 9)).isEqualTo(SEGMENTS);
        output.write(new Object[] {"unsettled"}, 0, 1);
        disk.failForcesAfter(0);
        assertThatThrownBy(output::settled).isInstanceOf(Unavailable.class);
        disk.failForcesAfter(Integer.MAX_VALUE);
        assertThatThrownBy(output::settled).isInstanceOf(Unavailable.class).hasMessageContaining("earlier write");
        assertThatThrownBy(output::close).isInstanceOf(Unavailable.class);
        open("peer-0").close();
        assertThat(published()).isEqualTo(segments().subList(9, SEGMENTS));
    }

    @Test
    void whatASuccessorMayAlreadyHaveReadIsNotCutOff() throws Exception {
        FileOutput output = open("peer-0");
        output.write(new Object[] {"one"}, 0, 1);
        output.settled();
        output.write(new Object[] {"two"}, 0, 1);
        disk.failForcesAfter(1);
        assertThatThrownBy(output::settled).isInstanceOf(Unavailable.class);
        disk.failForcesAfter(Integer.MAX_VALUE);
        assertThatThrownBy(output::close).isInstanceOf(Unavailable.class);
        open("peer-1").close();
        assertThat(published()).containsExactly("one", "two");
    }

    @Test
    void aTakeOverWithoutRoomLeavesNothingBehindAndIsDoneLater() throws Exception {
        FileOutput dead = open("peer-0");
        fill(dead, 0);
        disk.room(10);
        assertThatThrownBy(() -> open("peer-1")).isInstanceOf(Unavailable.class);
        assertThat(files()).noneMatch(file -> file.toString().endsWith(".copy"));
        disk.room(Long.MAX_VALUE);
        open("peer-1").close();
        assertThat(published()).isEqualTo(segments());
    }

    @Test
    void aFileThatGotShorterThanWhatWasSettledIsAFailureAndNoEndlessLoop() throws Exception {
        FileOutput dead = open("peer-0");
        fill(dead, 0);
        Path temporary = files().stream()
                .filter(file -> file.toString().endsWith(".tmp"))
                .findAny()
                .orElseThrow();
        try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            channel.truncate(7);
        }
        assertThatThrownBy(() -> open("peer-1"))
                .isNotInstanceOf(Unavailable.class)
                .hasMessageContaining("ends at byte 7")
                .hasMessageContaining("were settled");
    }

    @Test
    void oneOfThePastSaysSoAndLeavesItsSuccessorAlone() throws Exception {
        FileOutput past = open("peer-0");
        past.write(new Object[] {"old"}, 0, 1);
        assertThat(past.settled()).isEqualTo(1);
        past.write(new Object[] {"late"}, 0, 1);
        try (FileOutput present = open("peer-1")) {
            assertThatThrownBy(past::settled).isInstanceOf(Superseded.class).hasMessageContaining("taken over");
            past.close();
            present.seal();
        }
        assertThat(published()).containsExactly("old");
    }

    @Test
    void aDirectoryThatIsAwayIsAnOutage() throws Exception {
        FileOutput output = open("peer-0");
        Files.delete(directory);
        output.write(new Object[] {"one"}, 0, 1);
        assertThatThrownBy(output::settled).isInstanceOf(Unavailable.class).hasMessageContaining("out");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No space left on device",
                "Disk quota exceeded",
                "Read-only file system",
                "Stale file handle",
                "Transport endpoint is not connected"
            })
    void whatMayPassIsAnOutageWhoeverWrapsIt(String said) {
        assertThat(TransientFailures.classified("cannot write", new IOException(said)))
                .isInstanceOf(Unavailable.class);
        assertThat(TransientFailures.classified(
                        "cannot write", new IOException("an earlier write", new FileSystemException("f", null, said))))
                .isInstanceOf(Unavailable.class)
                .hasMessage("cannot write");
    }

    @Test
    void whatWillNotPassIsAFailure() {
        for (IOException failure : List.of(
                new AccessDeniedException("/stale"),
                new NoSuchFileException("f"),
                new IOException("Input/output error"))) {
            assertThat(TransientFailures.classified("cannot write", failure)).isNotInstanceOf(Unavailable.class);
        }
    }
}
