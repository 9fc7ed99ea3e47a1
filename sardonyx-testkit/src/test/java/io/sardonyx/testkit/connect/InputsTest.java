package io.sardonyx.testkit.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.provider.CsvFiles;
import io.sardonyx.connect.provider.Generator;
import io.sardonyx.connect.provider.GivenItems;
import io.sardonyx.connect.provider.JsonLineFiles;
import io.sardonyx.connect.provider.LineFiles;
import io.sardonyx.connect.provider.Provided;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.testkit.contract.FakeContext;
import io.sardonyx.testkit.contract.InputContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Every input that comes with the engine keeps the contract. */
class InputsTest {

    @TempDir
    Path directory;

    private static Parameters parameters(String name, Object value) {
        return Parameters.NONE.with(name, value);
    }

    private String file(String name, String content) {
        try {
            Path file = directory.resolve(name);
            Files.write(file, content.getBytes(UTF_8));
            return file.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Nested
    class ItemsOfAJob extends InputContract {
        @Override
        protected InputProvider provider() {
            return new GivenItems();
        }

        @Override
        protected FakeContext context() {
            return FakeContext.of(Inputs.items("a", 1, 2.5, Map.of("k", List.of(Map.of("x", 7))), true)
                    .parameters());
        }

        @Override
        protected Map<String, List<?>> expected() {
            return Map.of("all", List.of("a", 1L, new BigDecimal("2.5"), Map.of("k", List.of(Map.of("x", 7L))), true));
        }

        @Override
        protected Map<Parameters, String> refused() {
            return Map.of(
                    Parameters.NONE,
                    "segments is missing",
                    parameters("segments", "a"),
                    "a list was expected",
                    parameters("segment", List.of()),
                    "did you mean segments?");
        }
    }

    @Nested
    class ProvidedByTheProcess extends InputContract {
        @Override
        protected InputProvider provider() {
            return new Provided();
        }

        @Override
        protected FakeContext context() {
            var context = FakeContext.of(Inputs.provided("orders").parameters());
            context.provide("orders", IntStream.range(0, 300).boxed().toList());
            return context;
        }

        @Override
        protected Map<String, List<?>> expected() {
            return Map.of("all", IntStream.range(0, 300).boxed().toList());
        }

        @Override
        protected Map<Parameters, String> refused() {
            return Map.of(parameters("name", 7), "a text was expected", parameters("nam", "x"), "did you mean name?");
        }
    }

    @Nested
    class NumbersInShares extends InputContract {
        @Override
        protected InputProvider provider() {
            return new Generator();
        }

        @Override
        protected FakeContext context() {
            return FakeContext.of(Inputs.numbers(301).with("partitions", 3).parameters());
        }

        @Override
        protected Map<String, List<?>> expected() {
            var shares = new LinkedHashMap<String, List<?>>();
            for (long share = 0; share < 3; share++) {
                shares.put(
                        "" + share,
                        LongStream.iterate(share, it -> it < 301, it -> it + 3)
                                .boxed()
                                .toList());
            }
            return shares;
        }

        @Override
        protected Map<Parameters, String> refused() {
            return Map.of(
                    parameters("count", "many"), "a whole number was expected",
                    parameters("partitions", 0), "at least 1",
                    parameters("rate", -1), "above 0",
                    parameters("rat", 1), "did you mean rate?");
        }
    }

    /** What the three kinds of files have in common. */
    abstract class OfFiles extends InputContract {

        /** Writes the files below the directory; from each path to its segments. */
        abstract Map<String, List<?>> write();

        @Override
        protected FakeContext context() {
            expected();
            return FakeContext.of(parameters("path", directory + "/*.txt"));
        }

        @Override
        protected Map<String, List<?>> expected() {
            file("other.bin", "not to be read");
            return write();
        }

        @Override
        protected Map<Parameters, String> refused() {
            return Map.of(
                    Parameters.NONE,
                    "path is missing",
                    parameters("path", 1),
                    "a text was expected",
                    parameters("paht", "x"),
                    "did you mean path?",
                    parameters("path", "x").with("maxLine", 0),
                    "at least 1");
        }
    }

    @Nested
    class Lines extends OfFiles {
        @Override
        protected InputProvider provider() {
            return new LineFiles();
        }

        @Override
        Map<String, List<?>> write() {
            var files = new LinkedHashMap<String, List<?>>();
            files.put(
                    file("a.txt", "one\r\ntwo\n\nfünf €\uD83D\uDE00\nlast"),
                    List.of("one", "two", "", "fünf €😀", "last"));
            files.put(file("b.txt", ""), List.of());
            files.put(
                    file("c.txt", "x\n".repeat(500)),
                    IntStream.range(0, 500).mapToObj(i -> "x").toList());
            return files;
        }
    }

    @Nested
    class JsonLines extends OfFiles {
        @Override
        protected InputProvider provider() {
            return new JsonLineFiles();
        }

        @Override
        Map<String, List<?>> write() {
            var files = new LinkedHashMap<String, List<?>>();
            files.put(
                    file("a.txt", "{\"b\":1,\"a\":[true,2.50]}\n  \n7\r\n\"text\""),
                    List.of(Map.of("b", 1L, "a", List.of(true, new BigDecimal("2.50"))), 7L, "text"));
            files.put(file("b.txt", "\n\n"), List.of());
            files.put(
                    file("c.txt", "12345678901234567890123\n1e3\n"),
                    List.of(new BigDecimal("12345678901234567890123"), new BigDecimal("1e3")));
            return files;
        }
    }

    @Nested
    class Csv extends OfFiles {
        @Override
        protected InputProvider provider() {
            return new CsvFiles();
        }

        @Override
        Map<String, List<?>> write() {
            var files = new LinkedHashMap<String, List<?>>();
            files.put(
                    file("a.txt", "id,\"the name\"\r\n1,plain\r\n2,\"a \"\"b\"\", c\r\nd\"\r\n3,\r\n"),
                    List.of(row("1", "plain"), row("2", "a \"b\", c\r\nd"), row("3", "")));
            files.put(file("b.txt", ""), List.of());
            files.put(file("c.txt", "id,the name"), List.of());
            files.put(file("d.txt", "id,the name\n8,x\n\n9,€"), List.of(row("8", "x"), row("9", "€")));
            return files;
        }

        private Map<String, String> row(String id, String name) {
            return Map.of("id", id, "the name", name);
        }
    }
}
