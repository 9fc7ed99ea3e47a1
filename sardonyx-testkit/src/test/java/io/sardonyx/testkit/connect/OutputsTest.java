package io.sardonyx.testkit.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.connect.Outputs;
import io.sardonyx.connect.provider.Callback;
import io.sardonyx.connect.provider.CsvFiles;
import io.sardonyx.connect.provider.JsonLineFiles;
import io.sardonyx.connect.provider.KillableFiles;
import io.sardonyx.connect.provider.LineFiles;
import io.sardonyx.connect.provider.PartFiles;
import io.sardonyx.connect.provider.StandardOutput;
import io.sardonyx.job.Call;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.Partition;
import io.sardonyx.testkit.contract.FakeContext;
import io.sardonyx.testkit.contract.OutputContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Every output that comes with the engine keeps the contract. */
class OutputsTest {

    @TempDir
    Path directory;

    @TempDir
    Path copies;

    private static Parameters parameters(String name, Object value) {
        return Parameters.NONE.with(name, value);
    }

    @Nested
    class ToStandardOutput extends OutputContract {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final OutputProvider provider = new StandardOutput(new PrintStream(out, false, UTF_8));

        @Override
        protected OutputProvider provider() {
            return provider;
        }

        @Override
        protected FakeContext context() {
            return FakeContext.of(Outputs.stdout().parameters());
        }

        @Override
        protected Object segment(int number) {
            return "line " + number;
        }

        @Override
        protected List<?> published() {
            return out.toString(UTF_8).lines().toList();
        }

        @Override
        protected Map<Parameters, String> refused() {
            return Map.of(parameters("path", "x"), "there is no parameter path");
        }
    }

    @Nested
    class ToACallback extends OutputContract {
        private final List<Object> called = new ArrayList<>();

        @Override
        protected OutputProvider provider() {
            return new Callback();
        }

        @Override
        protected FakeContext context() {
            var context = FakeContext.of(Outputs.callback("results").parameters());
            context.provide("results", (Consumer<Object>) called::add);
            return context;
        }

        @Override
        protected Object segment(int number) {
            return number;
        }

        @Override
        protected List<?> published() {
            return List.copyOf(called);
        }

        @Override
        protected Map<Parameters, String> refused() {
            return Map.of(parameters("name", 1), "a text was expected", Parameters.NONE, "name is missing");
        }
    }

    /** Files of all formats, in parts that are soon full or never. */
    abstract class ToFiles extends OutputContract {

        abstract Call call();

        abstract InputProvider reader();

        @Override
        protected OutputProvider provider() {
            return new PartFiles();
        }

        @Override
        protected OutputProvider killable(Killed.Killer killer) {
            return KillableFiles.by(killer);
        }

        @Override
        protected FakeContext context() {
            return FakeContext.of(call().parameters());
        }

        @Override
        protected void clear() throws IOException {
            for (Path file : files()) {
                Files.delete(file);
            }
        }

        /** How a segment ends. */
        String end() {
            return "\n";
        }

        /** All in complete parts, and whole segments of those that grow. */
        @Override
        protected List<?> published() throws Exception {
            var all = new ArrayList<Object>();
            for (Path path : files()) {
                Path file = path;
                if (path.toString().endsWith(".growing")) {
                    String text = Files.readString(path);
                    int whole = text.lastIndexOf(end());
                    file = copies.resolve(path.getFileName());
                    Files.writeString(file, whole < 0 ? "" : text.substring(0, whole + end().length()));
                }
                try (Input input = reader().open(FakeContext.of(parameters("path", file.toString())));
                        Partition partition = input.open(file.toString(), null)) {
                    while (!partition.isAtEnd()) {
                        var segments = new Object[100];
                        all.addAll(Arrays.asList(segments).subList(0, partition.poll(segments)));
                    }
                }
            }
            return all;
        }

        /** Those that have their name, in the order of their numbers. */
        private List<Path> files() throws IOException {
            if (!Files.exists(directory)) {
                return List.of();
            }
            try (var files = Files.list(directory)) {
                return files.filter(file -> file.toString().matches(".*\\.(txt|jsonl|csv)(\\.growing)?"))
                        .sorted(Comparator.comparing(
                                file -> file.getFileName().toString().replaceAll("\\.(\\d)\\.", ".0$1.")))
                        .toList();
            }
        }

        @Override
        protected Map<Parameters, String> refused() {
            return Map.of(
                    Parameters.NONE,
                    "path is missing",
                    parameters("path", "x").with("format", "jsonlines"),
                    "did you mean json-lines?",
                    parameters("path", "x").with("partbytes", 1),
                    "did you mean partBytes?",
                    parameters("path", "x").with("idle", 0),
                    "above 0",
                    parameters("path", "x").with("columns", List.of(1)),
                    "a list of texts");
        }
    }

    @Nested
    class ToLines extends ToFiles {
        @Override
        Call call() {
            return Outputs.lines(directory.toString());
        }

        @Override
        InputProvider reader() {
            return new LineFiles();
        }

        @Override
        protected Object segment(int number) {
            return "line " + number + " of many that are long enough to be torn";
        }
    }

    @Nested
    class ToJsonLinesInSmallParts extends ToFiles {
        @Override
        Call call() {
            return Outputs.jsonLines(directory.toString()).with("partBytes", 400);
        }

        @Override
        InputProvider reader() {
            return new JsonLineFiles();
        }

        @Override
        protected Object segment(int number) {
            return Map.of("number", (long) number, "list", List.of("a", "€\n\"quoted\""));
        }
    }

    @Nested
    class ToCsvInSmallParts extends ToFiles {
        @Override
        Call call() {
            return Outputs.csv(directory.toString()).with("partBytes", 1000).with("columns", List.of("id", "name"));
        }

        @Override
        InputProvider reader() {
            return new CsvFiles();
        }

        @Override
        String end() {
            return "and a line\"\n";
        }

        @Override
        protected Object segment(int number) {
            return Map.of("id", "" + number, "name", "with, a \"quote\"\nand a line");
        }
    }
}
