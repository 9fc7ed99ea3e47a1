package io.sardonyx.testkit.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.connect.Outputs;
import io.sardonyx.connect.provider.PartFiles;
import io.sardonyx.job.Call;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Refused;
import io.sardonyx.testkit.contract.FakeContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found in the directory of the files output, whatever happened to those who wrote there. */
class PartFilesTest {

    @TempDir
    Path directory;

    record Sale(String what, int count) {}

    private FakeContext context(Call call) {
        return FakeContext.of(call.parameters());
    }

    private FakeContext lines() {
        return context(Outputs.lines(directory.toString()));
    }

    private static Output open(FakeContext context) throws Exception {
        return new PartFiles().open(context);
    }

    private static Output wrote(FakeContext context, Object... segments) throws Exception {
        Output output = open(context);
        assertThat(output.write(segments, 0, segments.length)).isEqualTo(segments.length);
        return output;
    }

    /** All files by name. */
    private Map<String, String> files() throws IOException {
        var content = new TreeMap<String, String>();
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                boolean sidecar = file.toString().endsWith(".settled");
                content.put(file.getFileName().toString(), sidecar ? "" : Files.readString(file));
            }
        }
        return content;
    }

    @Test
    void aTornTailIsCutWhereItWasSettled() throws Exception {
        Output victim = wrote(lines(), "one", "two");
        assertThat(victim.settled()).isEqualTo(2);
        Path temporary = directory.resolve("job.task.0.peer-0.0.txt.tmp");
        Files.write(temporary, "three\nfo".getBytes(UTF_8), StandardOpenOption.APPEND);
        try (Output successor = open(lines().by("peer-1", 0))) {
            assertThat(files()).containsExactly(Map.entry("job.task.0.peer-0.0.txt", "one\ntwo\n"));
            successor.seal();
        }
        assertThat(files()).containsExactly(Map.entry("job.task.0.peer-0.0.txt", "one\ntwo\n"));
    }

    @Test
    void whatWasNeverSettledIsRemoved() throws Exception {
        wrote(context(Outputs.lines(directory.toString())), "x".repeat(70_000));
        assertThat(files()).containsOnlyKeys("job.task.0.peer-0.0.txt.tmp", "job.task.0.peer-0.0.txt.settled");
        open(lines().by("peer-1", 0)).close();
        assertThat(files()).isEmpty();
    }

    @Test
    void oneOfThePastSettlesNothingAndChangesNothing() throws Exception {
        Output past = wrote(lines(), "one");
        past.settled();
        Output present = open(lines().by("peer-1", 0));
        past.write(new Object[] {"late"}, 0, 1);
        assertThatThrownBy(past::settled).hasMessageContaining("taken over");
        past.close();
        present.seal();
        assertThat(files()).containsExactly(Map.entry("job.task.0.peer-0.0.txt", "one\n"));
    }

    @Test
    void aTakeOverThatCrashedHalfWayIsFinished() throws Exception {
        wrote(lines(), "one").settled();
        Path part = directory.resolve("job.task.0.peer-0.0.txt");
        Files.move(Path.of(part + ".tmp"), Path.of(part + ".taken"));
        Files.writeString(Path.of(part + ".peer-7.copy"), "on");
        try (Output successor = open(lines().by("peer-1", 1))) {
            successor.seal();
        }
        assertThat(files()).containsExactly(Map.entry("job.task.0.peer-0.0.txt", "one\n"));
    }

    @Test
    void filesOfOthersAreNotTouched() throws Exception {
        wrote(lines().ofJob("job.task"), "x").settled();
        wrote(lines().ofTask("tas"), "y").settled();
        wrote(lines().by("peer-9", 1), "z").settled();
        Files.writeString(directory.resolve("mine.tmp"), "private");
        Map<String, String> before = files();
        open(lines().by("peer-1", 0)).close();
        assertThat(files()).isEqualTo(before);
        try (Output output = open(lines())) {
            output.seal();
        }
        assertThat(files())
                .containsKeys("job%2Etask.task.0.peer-0.0.txt.tmp", "job.tas.0.peer-0.0.txt.tmp", "mine.tmp")
                .containsEntry("job.task.1.peer-9.0.txt", "z\n");
    }

    @Test
    void aFullPartIsPublishedAndThusSettled() throws Exception {
        FakeContext context = context(Outputs.lines(directory.toString()).with("partBytes", 8));
        try (Output output = open(context)) {
            assertThat(output.write(new Object[] {"1234567", "b"}, 0, 2)).isEqualTo(1);
            assertThat(files()).containsExactly(Map.entry("job.task.0.peer-0.0.txt", "1234567\n"));
            assertThat(output.settled()).isEqualTo(1);
        }
    }

    @Test
    void anIdlePartIsPublished() throws Exception {
        FakeContext context = context(Outputs.lines(directory.toString()).with("idle", 0.5));
        try (Output output = wrote(context, "a")) {
            output.settled();
            context.pass(Duration.ofMillis(499));
            output.settled();
            assertThat(files()).containsKey("job.task.0.peer-0.0.txt.tmp");
            context.pass(Duration.ofMillis(1));
            output.settled();
            assertThat(files()).containsExactly(Map.entry("job.task.0.peer-0.0.txt", "a\n"));
            output.write(new Object[] {"b"}, 0, 1);
            output.settled();
        }
        assertThat(files()).containsEntry("job.task.0.peer-0.1.txt", "b\n").hasSize(2);
        wrote(context, "c").seal();
        assertThat(files()).containsEntry("job.task.0.peer-0.2.txt", "c\n").hasSize(3);
    }

    @Test
    void everyPartOfCsvHasItsNames() throws Exception {
        FakeContext context =
                context(Outputs.csv(directory.toString()).with("partBytes", 19).with("separator", ";"));
        try (Output output = open(context)) {
            for (Object sale : List.of(new Sale("a;b", 1), new Sale("c", 2), Map.of("what", List.of(1), "count", 3))) {
                output.write(new Object[] {sale}, 0, 1);
                output.settled();
            }
        }
        assertThat(files())
                .containsEntry("job.task.0.peer-0.0.csv", "what;count\n\"a;b\";1\n")
                .hasSize(2);
    }

    @Test
    void aSegmentThatIsNoRowIsRefusedAloneAndLeavesNoTrace() throws Exception {
        try (Output output = open(context(Outputs.csv(directory.toString())))) {
            Object[] segments = {Map.of("a", 1), "text", Map.of("a", 2, "b", 3), Map.of("a", 4)};
            assertThat(output.write(segments, 0, 4)).isEqualTo(1);
            assertThatThrownBy(() -> output.write(segments, 1, 4))
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining("String");
            assertThatThrownBy(() -> output.write(segments, 2, 4)).hasMessageContaining("field b");
            assertThat(output.write(segments, 3, 4)).isEqualTo(1);
            output.seal();
        }
        assertThat(files()).containsExactly(Map.entry("job.task.0.peer-0.0.csv", "a\n1\n4\n"));
    }

    @Test
    void aDirectoryThatCannotBeIsNamed() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> open(context(Outputs.lines(file + "/below"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void aDirectoryThatVanishedIsNamed() throws Exception {
        Path below = directory.resolve("below");
        Output output = open(context(Outputs.lines(below.toString())));
        Files.delete(below);
        output.write(new Object[] {"a"}, 0, 1);
        assertThatThrownBy(output::settled)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write " + below);
    }

    @Test
    void longAndStrangeNamesBecomeFilesToo() throws Exception {
        FakeContext context =
                lines().ofJob("€/../".repeat(40)).ofTask("-t ".repeat(60)).by("p".repeat(200), 0);
        wrote(context, "a").seal();
        assertThat(files()).hasSize(1).containsValue("a\n");
        assertThat(files().keySet()).allMatch(name -> name.length() < 240 && name.matches("[\\w%~.-]+"));
    }
}
