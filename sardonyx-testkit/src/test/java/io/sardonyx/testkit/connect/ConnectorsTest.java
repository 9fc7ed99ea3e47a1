package io.sardonyx.testkit.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.connect.provider.Callback;
import io.sardonyx.connect.provider.CsvFiles;
import io.sardonyx.connect.provider.Discard;
import io.sardonyx.connect.provider.Generator;
import io.sardonyx.connect.provider.IterableInput;
import io.sardonyx.connect.provider.JsonLineFiles;
import io.sardonyx.connect.provider.LineFiles;
import io.sardonyx.connect.provider.Provided;
import io.sardonyx.connect.provider.StandardInput;
import io.sardonyx.connect.provider.StandardOutput;
import io.sardonyx.job.Call;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.Refused;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.testkit.contract.FakeContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What inputs and outputs do beyond their contract. */
class ConnectorsTest {

    @TempDir
    Path directory;

    record Point(int x, List<String> tags) {}

    /** For references to it. */
    public static List<String> orders() {
        return List.of("a");
    }

    /** For references to it. */
    public static void take(String segment) {
        assertThat(segment).isNotNull();
    }

    private static List<Object> polled(Partition partition, int size) throws Exception {
        var segments = new Object[size];
        return Arrays.asList(segments).subList(0, partition.poll(segments));
    }

    private static List<Object> all(InputProvider provider, Call call) throws Exception {
        var all = new ArrayList<Object>();
        try (Input input = provider.open(FakeContext.of(call.parameters()))) {
            for (String name : input.partitions()) {
                try (Partition partition = input.open(name, null)) {
                    while (!partition.isAtEnd()) {
                        all.addAll(polled(partition, 100));
                    }
                }
            }
        }
        return all;
    }

    @Test
    void methodsAreCalledByTheirNames() {
        assertThat(Inputs.method(ConnectorsTest::orders).name())
                .isEqualTo(getClass().getName() + "::orders");
        assertThat(Outputs.<String>method(ConnectorsTest::take).name())
                .isEqualTo(getClass().getName() + "::take");
    }

    @Test
    void aRateIsKeptByTheClockAndNotByWaiting() throws Exception {
        FakeContext context = FakeContext.of(
                Inputs.numbers().with("rate", 100).with("partitions", 2).parameters());
        Partition half = new Generator().open(context).open("1", null);
        assertThat(polled(half, 100)).containsExactly(1L);
        assertThat(polled(half, 100)).isEmpty();
        assertThat(half.restNanos()).isEqualTo(20_000_000);
        context.pass(Duration.ofMillis(19));
        assertThat(polled(half, 100)).isEmpty();
        assertThat(half.restNanos()).isEqualTo(1_000_000);
        context.pass(Duration.ofMillis(1));
        assertThat(polled(half, 100)).containsExactly(3L);
        context.pass(Duration.ofSeconds(1));
        assertThat(polled(half, 30)).hasSize(30);
        assertThat(polled(half, 30)).hasSize(20);
        assertThat(half.isAtEnd()).isFalse();
    }

    @Test
    void whatNobodyProvidesIsNamedWithTheRemedy() {
        FakeContext input = FakeContext.of(Inputs.provided("orders").parameters());
        assertThatThrownBy(() -> new Provided().open(input)).hasMessageContainingAll("orders", "Cluster.provide");
        FakeContext output = FakeContext.of(Outputs.callback("done").parameters());
        output.provide("done", "a text");
        assertThatThrownBy(() -> new Callback().open(output)).hasMessageContainingAll("done", "java.lang.String");
    }

    @Test
    void streamsIteratorsAndArraysAreReadToo() throws Exception {
        var closed = new ArrayList<String>();
        for (Object source : List.of(
                Stream.of(1, 2, 3).onClose(() -> closed.add("stream")),
                List.of(1, 2, 3).iterator(),
                IntStream.rangeClosed(1, 3),
                new Object[] {1, 2, 3})) {
            try (Partition partition = new IterableInput("it", () -> source).open("all", "1")) {
                assertThat(polled(partition, 10)).containsExactly(2, 3);
                assertThat(partition.isAtEnd()).isTrue();
            }
        }
        assertThat(closed).containsExactly("stream");
    }

    @Test
    void aSourceThatGivesNonsenseIsNamed() {
        assertThatThrownBy(() -> new IterableInput("com.acme.It::them", () -> 7).open("all", null))
                .hasMessageContainingAll("com.acme.It::them", "java.lang.Integer");
        assertThatThrownBy(() -> new IterableInput("it", () -> List.of(1)).open("all", "2"))
                .hasMessageContaining("gave 2 segments before, but only 1 now");
        Iterator<Object> nulls = Arrays.<Object>asList("a", null).iterator();
        assertThatThrownBy(() -> polled(new IterableInput("it", () -> nulls).open("all", null), 9))
                .hasMessageContaining("null as segment 1");
    }

    @Test
    void pathsMatchAcrossDirectories() throws Exception {
        Files.createDirectories(directory.resolve("b/c"));
        Files.writeString(directory.resolve("b/c/2.log"), "two");
        Files.writeString(directory.resolve("b/1.log"), "one");
        Files.writeString(directory.resolve("b/1.txt"), "no");
        assertThat(all(new LineFiles(), Inputs.lines(directory + "/**.log"))).containsExactly("one", "two");
        assertThat(all(new LineFiles(), Inputs.lines(directory + "/*/*.log"))).containsExactly("one");
        assertThat(all(new LineFiles(), Inputs.lines(directory + "/b/1.txt"))).containsExactly("no");
        assertThatThrownBy(() -> all(new LineFiles(), Inputs.lines(directory + "/x*.log")))
                .hasMessageContainingAll(directory + "/x*.log", "no file matches");
        assertThatThrownBy(() -> all(new LineFiles(), Inputs.lines(directory + "/none")))
                .hasMessageContainingAll(directory + "/none", "no file matches");
        assertThatThrownBy(() -> all(new LineFiles(), Inputs.lines(directory + "/b")))
                .hasMessageContaining("is a directory");
    }

    @Test
    void linesMayBeLongerThanABufferButNotThanTheLimit() throws Exception {
        Path file = directory.resolve("long");
        String line = "x".repeat(1 << 20);
        Files.writeString(file, "short\n" + line + "\r\n" + line);
        assertThat(all(new LineFiles(), Inputs.lines(file.toString()))).containsExactly("short", line, line);
        Files.writeString(file, "short\n" + line + "\r\n" + line + "\nend");
        List<Object> all = all(new LineFiles(), Inputs.lines(file.toString()).with("maxLine", 1000));
        assertThat(all).hasSize(4).startsWith("short").endsWith("end");
        assertBad(all.get(1), file, 6, "x".repeat(1000), "more than 1000 bytes");
        assertBad(all.get(2), file, 8 + (1 << 20), "x".repeat(1000), "more than 1000 bytes");
        Files.writeString(file, line + "x\n");
        assertBad(
                all(new LineFiles(), Inputs.lines(file.toString())).get(0), file, 0, "xxx", "more than 1048576 bytes");
    }

    private static void assertBad(Object segment, Path file, long at, String text, String cause) {
        assertThat(segment).isInstanceOfSatisfying(BadRecord.class, bad -> {
            assertThat(bad.position()).isEqualTo(Long.toString(at));
            assertThat(bad.text()).startsWith(text).hasSizeLessThan(2_010);
            assertThat(bad.cause()).startsWith(file + " at byte " + at + ": ").contains(cause);
        });
    }

    @Test
    void aMalformedLineIsFoundByFileAndByte() throws Exception {
        Path file = directory.resolve("bad");
        for (String bad : List.of("{\"a\":", "{\"a\":1,\"a\":2}", "1 2", "null", "nonsense")) {
            Files.writeString(file, "{\"a\":1}\n" + bad + "\n{\"a\":2}");
            List<Object> all = all(new JsonLineFiles(), Inputs.jsonLines(file.toString()));
            assertThat(all).hasSize(3).startsWith(Map.of("a", 1L)).endsWith(Map.of("a", 2L));
            assertBad(all.get(1), file, 8, bad, "");
        }
        for (String bad : List.of("1", "1,2,3", "\"1\"x,2", "1,\"2", "a\"b,c")) {
            Files.writeString(file, "a,b\n" + bad + "\n7,8\n\"9\n9\",10");
            List<Object> all = all(new CsvFiles(), Inputs.csv(file.toString()));
            assertThat(all)
                    .as(bad)
                    .hasSize(3)
                    .contains(Map.of("a", "7", "b", "8"))
                    .endsWith(Map.of("a", "9\n9", "b", "10"));
            assertBad(all.get(0), file, 4, bad, "");
        }
        Files.writeString(file, "a,a\n1,2");
        assertThatThrownBy(() -> all(new CsvFiles(), Inputs.csv(file.toString())))
                .hasMessageContainingAll("at byte 0", "twice");
    }

    @Test
    void aQuoteThatIsNeverClosedCostsOneLine() throws Exception {
        Path file = directory.resolve("quote");
        String rows = "1,2\n".repeat(100);
        Files.writeString(file, "a,b\n" + rows + "\"3,4\n" + rows);
        for (int maxLine : List.of(50, 1 << 20)) {
            List<Object> all = all(new CsvFiles(), Inputs.csv(file.toString()).with("maxLine", maxLine));
            assertThat(all).hasSize(201);
            assertBad(all.get(100), file, 404, "\"3,4", "");
            all.remove(100);
            assertThat(all).containsOnly(Map.of("a", "1", "b", "2"));
        }
    }

    @Test
    void aHeaderThatIsTooLongMakesTheFileUseless() throws Exception {
        Path file = Files.writeString(directory.resolve("header"), "x".repeat(60) + "\n1\n");
        assertThatThrownBy(() -> all(new CsvFiles(), Inputs.csv(file.toString()).with("maxLine", 50)))
                .hasMessageContainingAll(file + " at byte 0", "more than 50 bytes");
    }

    @Test
    void aFileThatIsGoneSinceItWasListedMayComeBack() throws Exception {
        Path file = Files.writeString(directory.resolve("f"), "a\n");
        Input input = new LineFiles()
                .open(FakeContext.of(Inputs.lines(file.toString()).parameters()));
        Files.delete(file);
        assertThatThrownBy(() -> input.open(file.toString(), null))
                .isInstanceOf(Unavailable.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void aFileThatGotShorterIsNoticed() throws Exception {
        Path file = Files.writeString(directory.resolve("f"), "a\n");
        Input input = new LineFiles()
                .open(FakeContext.of(Inputs.lines(file.toString()).parameters()));
        assertThatThrownBy(() -> input.open(file.toString(), "3")).hasMessageContaining("has 2 bytes");
    }

    @Test
    void standardInputGoesOnWithTheNextLine() throws Exception {
        var provider = new StandardInput(new ByteArrayInputStream("one\ntwo\r\nthree".getBytes(UTF_8)));
        FakeContext context = FakeContext.of(Inputs.stdin().parameters());
        Partition first = provider.open(context).open("stdin", null);
        assertThat(polled(first, 1)).containsExactly("one");
        Partition second = provider.open(context).open("stdin", first.position());
        assertThat(polled(second, 10)).containsExactly("two");
        assertThat(polled(second, 10)).containsExactly("three");
        assertThat(polled(second, 10)).isEmpty();
        assertThat(second.isAtEnd()).isTrue();
    }

    @Test
    void everyValueIsOneLineOfStandardOutput() throws Exception {
        var out = new ByteArrayOutputStream();
        Output output = new StandardOutput(new PrintStream(out, false, UTF_8))
                .open(FakeContext.of(Outputs.stdout().parameters()));
        Object[] segments = {
            "tëxt",
            7,
            2.5,
            true,
            new Point(1, List.of("a\nb")),
            Map.of("k", Arrays.asList(1, null)),
            new int[] {1, 2},
            Duration.ofSeconds(1)
        };
        output.write(segments, 0, segments.length);
        assertThat(out.size()).isZero();
        assertThat(output.settled()).isEqualTo(segments.length);
        assertThat(out.toString(UTF_8).lines())
                .containsExactly(
                        "tëxt",
                        "7",
                        "2.5",
                        "true",
                        "{\"x\":1,\"tags\":[\"a\\nb\"]}",
                        "{\"k\":[1,null]}",
                        "[1,2]",
                        "\"PT1S\"");
    }

    @Test
    void whatCannotBeWrittenIsRefusedAlone() throws Exception {
        var out = new ByteArrayOutputStream();
        Output output = new StandardOutput(new PrintStream(out, false, UTF_8))
                .open(FakeContext.of(Outputs.stdout().parameters()));
        var itself = new ArrayList<Object>();
        itself.add(itself);
        Object[] segments = {"a", itself, 1};
        assertThat(output.write(segments, 0, 3)).isEqualTo(1);
        assertThatThrownBy(() -> output.write(segments, 1, 3)).hasMessageContaining("depth");
        assertThat(output.write(segments, 2, 3)).isEqualTo(1);
        assertThat(output.settled()).isEqualTo(2);
        assertThat(out.toString(UTF_8)).isEqualTo("a\n1\n");
    }

    @Test
    void whatAConsumerThrowsIsThrownForTheSegmentThatItRefused() throws Exception {
        var seen = new ArrayList<Object>();
        try (Output output = new Callback.ConsumerOutput(segment -> {
            if (segment.equals(13)) {
                throw new IllegalStateException("unlucky");
            }
            seen.add(segment);
        })) {
            Object[] segments = {12, 13, 14};
            assertThat(output.write(segments, 0, 3)).isEqualTo(1);
            assertThatThrownBy(() -> output.write(segments, 1, 3))
                    .isInstanceOf(Refused.class)
                    .hasRootCauseMessage("unlucky");
            assertThat(output.write(segments, 2, 3)).isEqualTo(1);
            assertThat(output.settled()).isEqualTo(2);
        }
        assertThat(seen).containsExactly(12, 14);
    }

    @Test
    void nothingComesOfWhatIsDiscarded() throws Exception {
        Output output = new Discard().open(FakeContext.of(Outputs.discard().parameters()));
        assertThat(output.write(new Object[10], 3, 10)).isEqualTo(7);
        assertThat(output.settled()).isEqualTo(7);
    }
}
