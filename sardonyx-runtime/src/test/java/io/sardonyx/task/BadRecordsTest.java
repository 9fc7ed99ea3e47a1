package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.KillJob;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning.Roots;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One bad line is one bad line, be it read or written. Public, since jobs name its methods. */
public class BadRecordsTest {

    private static final String SELF = "io.sardonyx.task.BadRecordsTest::";
    private static final int LINES = 200;

    @TempDir
    Path directory;

    private final List<Object> written = new ArrayList<>();
    private final List<Map<?, ?>> letters = new ArrayList<>();
    private int refuseFrom = Integer.MAX_VALUE;

    /** No bad record gets here. */
    public static Object same(Object segment) {
        if (!(segment instanceof Long)) {
            throw new IllegalStateException("given " + segment);
        }
        return segment;
    }

    private Path file() throws IOException {
        var text = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            text.append(i % 10 == 7 ? "{bad " + i : String.valueOf(i)).append('\n');
        }
        return Files.writeString(directory.resolve("in.jsonl"), text.append("[").toString());
    }

    private Rig rig(ErrorPolicy reading, ErrorPolicy writing, Roots roots) throws IOException {
        String path = file().toString();
        var job = Job.named("bad")
                .task(
                        "read",
                        task -> task.input(Inputs.jsonLines(path))
                                .function(Call.to(SELF + "same"))
                                .onError(reading)
                                .tuned(tuning ->
                                        tuning.batchesOf(16).with(roots).pending(32, Duration.ofSeconds(60))))
                .task(
                        "write",
                        task -> task.output(Outputs.callback("written"))
                                .onError(writing)
                                .groupBy(Call.to(SELF + "same")))
                .path("read", "write");
        if (reading.deadLetters() != null) {
            job.output("letters", Outputs.callback("letters")).path("read", "letters");
        }
        var rig = new Rig(job.build(), 7);
        rig.resources.put("written", (Consumer<Object>) segment -> {
            if ((Long) segment >= refuseFrom) {
                throw new IllegalArgumentException("too large");
            }
            written.add(segment);
        });
        rig.resources.put("letters", (Consumer<Object>) letter -> letters.add((Map<?, ?>) letter));
        return rig;
    }

    private static List<Object> good() {
        return LongStream.range(0, LINES)
                .filter(i -> i % 10 != 7)
                .mapToObj(i -> (Object) i)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Roots.class)
    void theyAreLeftOutAndCounted(Roots roots) throws IOException {
        Rig rig = rig(ErrorPolicy.SKIP, ErrorPolicy.KILL, roots);
        rig.place(Map.of("write", 2));
        assertThat(rig.finish(10_000)).isTrue();
        rig.end();

        assertThat(rig.complaints()).isEmpty();
        assertThat(written).containsExactlyInAnyOrderElementsOf(good());
        assertThat(rig.loop("read", 0).stats().skipped()).isEqualTo(21);
        assertThat(letters).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Roots.class)
    void theyBecomeDeadLettersWithFileByteAndText(Roots roots) throws IOException {
        Rig rig = rig(ErrorPolicy.deadLettersTo(TaskName.of("letters")), ErrorPolicy.KILL, roots);
        rig.place(Map.of());
        assertThat(rig.finish(10_000)).isTrue();
        rig.end();

        assertThat(rig.complaints()).isEmpty();
        assertThat(written).containsExactlyInAnyOrderElementsOf(good());
        assertThat(letters).hasSize(21);
        Map<?, ?> first = letters.stream()
                .filter(letter -> letter.get("segment").equals("{bad 7"))
                .findAny()
                .orElseThrow();
        String path = directory.resolve("in.jsonl").toString();
        assertThat(first.get("partition")).isEqualTo(path);
        assertThat(first.get("position")).isEqualTo("14");
        assertThat((String) first.get("cause")).startsWith(path + " at byte 14: ");
        assertThat(rig.loop("read", 0).stats().skipped()).isEqualTo(21);
        assertThat(rig.loop("read", 0).stats().replays()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Roots.class)
    void theyHaveTheSameFateWhenAllIsEmittedAgain(Roots roots) throws IOException {
        Rig rig = rig(ErrorPolicy.deadLettersTo(TaskName.of("letters")), ErrorPolicy.KILL, roots);
        for (int peers = 1; peers < 6; peers++) {
            rig.place(Map.of("write", peers, "letters", peers % 2 + 1));
            for (int step = 0; step < 40; step++) {
                rig.step();
            }
        }
        assertThat(rig.finish(10_000)).isTrue();

        assertThat(rig.complaints()).isEmpty();
        assertThat(written).containsAll(good()).isSubsetOf(good());
        assertThat(letters.stream().map(letter -> letter.get("segment")).distinct())
                .hasSize(21);
    }

    @Test
    void aFileOfNothingElseIsReadToItsEnd() throws IOException {
        for (ErrorPolicy policy : List.of(ErrorPolicy.SKIP, ErrorPolicy.deadLettersTo(TaskName.of("letters")))) {
            letters.clear();
            Rig rig = rig(policy, ErrorPolicy.KILL, Roots.BATCH);
            Files.writeString(directory.resolve("in.jsonl"), "{\n".repeat(100));
            rig.place(Map.of());
            assertThat(rig.finish(10_000)).isTrue();
            rig.end();
            assertThat(rig.loop("read", 0).stats().skipped()).isEqualTo(100);
        }
        assertThat(letters).hasSize(100);
        assertThat(written).isEmpty();
    }

    @Test
    void whatIsLeftOutIsNotReadAgain() throws IOException {
        Rig rig = rig(ErrorPolicy.SKIP, ErrorPolicy.KILL, Roots.BATCH);
        Files.writeString(directory.resolve("in.jsonl"), "{\n".repeat(20_000));
        rig.place(Map.of());
        for (int i = 0; i < 1_000 && !rig.isExhausted(); i++) {
            rig.round();
            rig.pass(1_000_000_000);
        }
        assertThat(rig.isExhausted()).isTrue();
        assertThat(rig.documents.writes).as("checkpoints on the way").hasSizeGreaterThan(4);
    }

    @Test
    void theDefaultKillsAndNamesFileByteAndText() throws IOException {
        Rig rig = rig(ErrorPolicy.KILL, ErrorPolicy.KILL, Roots.BATCH);
        rig.place(Map.of());
        rig.finish(100);

        assertThat(rig.complaints())
                .singleElement()
                .isInstanceOfSatisfying(
                        KillJob.class,
                        kill -> assertThat(kill.toString())
                                .contains("read", "{bad 7", directory.resolve("in.jsonl") + " at byte 14"));
    }

    @ParameterizedTest
    @EnumSource(Roots.class)
    void whatAnOutputRefusesIsLeftOutAndCounted(Roots roots) throws IOException {
        refuseFrom = 150;
        Rig rig = rig(ErrorPolicy.SKIP, ErrorPolicy.SKIP, roots);
        rig.place(Map.of());
        assertThat(rig.finish(10_000)).isTrue();
        rig.end();

        assertThat(rig.complaints()).isEmpty();
        assertThat(written)
                .containsExactlyInAnyOrderElementsOf(
                        good().stream().filter(i -> (Long) i < 150).toList());
        assertThat(rig.loop("write", 0).stats().skipped()).isEqualTo(45);
    }

    @ParameterizedTest
    @EnumSource(Roots.class)
    void whatAnOutputRefusesKillsByDefaultAndNamesTheSegment(Roots roots) throws IOException {
        refuseFrom = 150;
        Rig rig = rig(ErrorPolicy.SKIP, ErrorPolicy.KILL, roots);
        rig.place(Map.of());
        rig.finish(500);

        assertThat(rig.complaints())
                .singleElement()
                .isInstanceOfSatisfying(
                        KillJob.class,
                        kill -> assertThat(kill.toString()).contains("write", "segment 150", "too large", "in.jsonl"));
    }
}
