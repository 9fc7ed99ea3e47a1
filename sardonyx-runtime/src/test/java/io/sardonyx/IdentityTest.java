package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Identified;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Inputs that tell who each segment is. Public, since jobs name its methods. */
@Timeout(120)
public class IdentityTest {

    @TempDir
    Path directory;

    private final Queue<Object> out = new ConcurrentLinkedQueue<>();
    private final Queue<Object> letters = new ConcurrentLinkedQueue<>();
    private final Cluster cluster = Cluster.local(2, 4)
            .provide("out", (Consumer<Object>) out::add)
            .provide("letters", (Consumer<Object>) letters::add);

    @AfterEach
    void close() {
        cluster.close();
    }

    /** Fails for one of two equal lines, which only its position tells. */
    public static String told(Identified<String> line) {
        if (line.position().equals("2")) {
            throw new IllegalStateException("not that one");
        }
        return line.position() + "=" + line.value();
    }

    private String file() throws IOException {
        return Files.writeString(directory.resolve("in.txt"), "a\na\nb\n").toString();
    }

    @Test
    void functionsAndDeadLettersSeeIt() throws Exception {
        String file = file();
        cluster.run(Job.named("identified")
                .task("read", task -> task.input(Inputs.lines(file)).identify(true))
                .task(
                        "work",
                        task -> task.function(IdentityTest::told)
                                .onError(ErrorPolicy.deadLettersTo(TaskName.of("letters"))))
                .output("write", Outputs.callback("out"))
                .output("letters", Outputs.callback("letters"))
                .path("read", "work", "write")
                .path("work", "letters")
                .build());

        assertThat(out).containsExactlyInAnyOrder("0=a", "4=b");
        assertThat(letters)
                .singleElement()
                .isInstanceOfSatisfying(
                        Map.class,
                        letter -> assertThat(letter.get("segment")).isEqualTo(new Identified<>(file, "2", "a")));
    }

    @Test
    void outputsSeeItAndKeysMayBeOfIt() throws Exception {
        String file = file();
        cluster.run(Job.named("grouped")
                .task("read", task -> task.input(Inputs.lines(file)).identify(true))
                .task(
                        "write",
                        task -> task.output(Outputs.callback("out"))
                                .groupBy("partition", "value")
                                .peers(2))
                .path("read", "write")
                .build());

        assertThat(out)
                .containsExactlyInAnyOrder(
                        new Identified<>(file, "0", "a"),
                        new Identified<>(file, "2", "a"),
                        new Identified<>(file, "4", "b"));
    }

    @Test
    void badRecordsStayBadRecords() throws Exception {
        Path file = Files.writeString(directory.resolve("in.jsonl"), "1\n{bad\n2\n");
        cluster.run(Job.named("bad")
                .task(
                        "read",
                        task -> task.input(Inputs.jsonLines(file.toString()))
                                .identify(true)
                                .onError(ErrorPolicy.SKIP))
                .output("write", Outputs.callback("out"))
                .path("read", "write")
                .build());

        assertThat(out)
                .containsExactlyInAnyOrder(
                        new Identified<>(file.toString(), "0", 1L), new Identified<>(file.toString(), "7", 2L));
    }

    @Test
    void whoTakesBareSegmentsIsNamedBeforeAnythingRuns() {
        Job job = Job.named("bare")
                .task("read", task -> task.input(Inputs.numbers(3)).identify(true))
                .output("write", Call.to("io.sardonyx.IdentityTest::taken"))
                .path("read", "write")
                .build();

        assertThatThrownBy(() -> cluster.submit(job))
                .hasMessageContaining("task write, output: io.sardonyx.IdentityTest::taken takes a java.lang.String,"
                        + " but task read identifies what it reads");
    }

    /** An output. */
    public static void taken(String bare) {
        assertThat(bare).isNull();
    }
}
