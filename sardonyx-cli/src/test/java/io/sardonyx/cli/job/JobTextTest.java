package io.sardonyx.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.sardonyx.cli.Cli;
import io.sardonyx.cli.option.InputFile;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.jobfile.JobFile;
import io.sardonyx.json.BadText;
import io.sardonyx.json.Json;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job is the same value however it is written down, and every fault of a file has its spot. */
class JobTextTest {

    /** Texts that some reader of YAML would take for something else. */
    private static final List<String> NASTY = List.of(
            "no",
            "On",
            "y",
            "~",
            "null",
            "true",
            "010",
            "0x1F",
            "1_000",
            "1e3",
            "1:30",
            "2001-01-01",
            ".5",
            "-",
            "",
            " a ",
            "a: b",
            "# x",
            "&a",
            "*a",
            "!t",
            "<<",
            "=",
            "|",
            "> x",
            "a\nb\n",
            "\t",
            "'",
            "\"",
            "ü🙂",
            "[",
            "{}",
            "%",
            "@",
            "`");

    @TempDir
    private Path directory;

    private Job read(String name, String text) {
        try {
            return JobText.in(new InputFile(
                            Files.writeString(directory.resolve(name), text).toString()))
                    .job();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 2 ? 5 : 7)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(2_000) - 1_000;
            case 2 -> BigDecimal.valueOf(random.nextInt(9_999), random.nextInt(60) - 30);
            case 3 -> random.nextBoolean();
            case 4 -> NASTY.get(random.nextInt(NASTY.size()));
            case 5 -> table(random, depth + 1);
            default -> List.of(value(random, depth + 1), value(random, depth + 1));
        };
    }

    private static Map<String, Object> table(Random random, int depth) {
        var table = new LinkedHashMap<String, Object>();
        for (int i = random.nextInt(5); i > 0; i--) {
            table.put("k" + NASTY.get(random.nextInt(NASTY.size())), value(random, depth));
        }
        return table;
    }

    private static Job job(Random random) {
        String middle = NASTY.get(random.nextInt(9));
        return Job.named("j" + random.nextInt())
                .input("read", Call.to("lines").with("p", value(random, 0)))
                .function(middle, Call.to("a.B::c").with("q", table(random, 0)))
                .output("write", Call.to("stdout"))
                .path("read", middle, "write")
                .metadata(table(random, 0))
                .build();
    }

    private static String yaml(Job job, YAMLFactory style) {
        var text = new StringWriter();
        try (JsonParser json = Json.parser(new String(JobFile.write(job), StandardCharsets.UTF_8));
                YAMLGenerator yaml = style.createGenerator(text)) {
            while (json.nextToken() != null) {
                yaml.copyCurrentEventExact(json);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    @Test
    void everyJobIsTheSameAsYamlAndAsJson() {
        var quoted = new YAMLFactory();
        var bare = YAMLFactory.builder()
                .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                .disable(YAMLGenerator.Feature.SPLIT_LINES)
                .build();
        for (int seed = 0; seed < 300; seed++) {
            Job job = job(new Random(seed));
            String json = new String(JobFile.write(job), StandardCharsets.UTF_8);
            assertThat(read("j.json", json)).as("seed %s", seed).isEqualTo(job);
            assertThat(read("j.yaml", json)).as("seed %s, JSON is YAML", seed).isEqualTo(job);
            Job again = read("j.yaml", yaml(job, quoted));
            assertThat(again).as("seed %s", seed).isEqualTo(job);
            assertThat(JobFile.hash(JobFile.write(again))).isEqualTo(JobFile.hash(JobFile.write(job)));
            assertThat(readOrRefused(yaml(job, bare))).as("seed %s", seed).isIn(job, null);
        }
    }

    /** Other writers leave quotes out where we want them; that may be refused but never misunderstood. */
    private Job readOrRefused(String yaml) {
        try {
            return read("j.yaml", yaml);
        } catch (UnusableJob e) {
            assertThat(e).hasMessageContaining("quotes");
            return null;
        }
    }

    @Test
    void exampleIsTheSameInBothLanguages() {
        Job json = JobText.in(new InputFile(Cli.example("words.json"))).job();
        Job yaml = JobText.in(new InputFile(Cli.example("words.yaml"))).job();
        assertThat(yaml).isEqualTo(json);
        assertThat(JobFile.write(yaml)).isEqualTo(JobFile.write(json));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | 1",
                "-7 | -7",
                "1e3 | 1e3",
                "1.50 | 1.5",
                "123456789012345678 | 123456789012345678",
                "true | true",
                "word | \"word\"",
                "\"no\" | \"no\"",
                "'010' | \"010\"",
                "a b c | \"a b c\"",
                "10.0.0.1 | \"10.0.0.1\"",
                "PT60S | \"PT60S\"",
                "com.acme.Words::split | \"com.acme.Words::split\"",
                "books/*.txt | \"books/*.txt\"",
            })
    void plainValueMeansWhatJsonWouldMean(String yaml, String json) throws IOException {
        try (JsonParser parser = YamlParser.of("v: " + yaml);
                JsonParser other = Json.parser("{\"v\": " + json + "}")) {
            for (int i = 0; i < 3; i++) {
                assertThat(parser.nextToken()).isEqualTo(other.nextToken());
            }
            if (other.currentToken().isNumeric()) {
                assertThat(parser.getDecimalValue()).isEqualByComparingTo(other.getDecimalValue());
            } else {
                assertThat(parser.getText()).isEqualTo(other.getText());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no",
                "Yes",
                "on",
                "OFF",
                "y",
                "N",
                "True",
                "FALSE",
                "Null",
                "~",
                "=",
                "010",
                "0o17",
                "0x1F",
                "0b11",
                "1_000",
                "+1",
                ".5",
                "5.",
                "1:30",
                "190:20:30.15",
                ".inf",
                "-.INF",
                ".nan",
                "2001-12-14",
                "2001-12-14t21:59:43.10-05:00"
            })
    void valueThatReadersOfYamlDisagreeAboutHasToBeQuoted(String value) throws IOException {
        try (JsonParser parser = YamlParser.of("v: " + value)) {
            parser.nextToken();
            parser.nextToken();
            assertThatThrownBy(parser::nextToken)
                    .isInstanceOf(BadText.class)
                    .hasMessageContaining(value)
                    .hasMessageContaining("quotes");
        }
    }

    private void assertRefused(String name, byte[] content, String complaint) throws IOException {
        Path file = Files.write(directory.resolve(name), content);
        Cli.Result result = Cli.run("run", file.toString());
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).startsWith("sardonyx: " + file).contains(complaint);
        assertThat(result.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.yaml | id: x¶catalog:¶→- name: y¶ | x.yaml:3:1: there is a tab before a key or a value; indent",
                "x.yaml | id: x¶a: &b 1¶ | x.yaml:2:4: &b is an anchor",
                "x.yaml | a: &b [1]¶c: [*b, *b]¶ | x.yaml:1:4: &b is an anchor",
                "x.yaml | id: *b¶ | x.yaml:1:5: *b is an alias; write out what it stands for",
                "x.yaml | metadata: {<<: {a: 1}}¶ | x.yaml:1:12: << is a merge key",
                "x.yaml | id: !!str 7¶ | x.yaml:1:5: tag:yaml.org,2002:str is a tag",
                "x.yaml | id: x¶---¶id: y¶ | x.yaml:2:1: a second document begins here",
                "x.yaml | id: x¶id: y¶ | x.yaml:2:3: not valid YAML: the key 'id' is there twice",
                "x.json | {\"id\": 1,¶ \"id\": 2}¶ | x.json:2:6: not valid JSON: the key 'id' is there twice",
                "x.json | {\"id\": ¶ | x.json:2:1: not valid JSON",
                "x.json | id: x¶ | x.json:1:1: not valid JSON",
                "x.yaml | ? [a]¶: b¶ | x.yaml:1:3: there is a list or an object as a key",
                "x.yaml | id: [a¶b: c¶ | x.yaml:2:2: not valid YAML: while parsing a flow sequence",
                "x.yaml | catalog: []¶ | x.yaml:1:1: id: a text was expected, but this is missing",
                "x.yaml | - a¶ | x.yaml:1:1: job: an object was expected, but this is a list",
                "x.yaml | id: 7¶ | x.yaml:1:1: id: a text was expected, but this is 7",
                "x.yaml | # nothing¶ | x.yaml: is empty; a YAML document was expected",
                "x.yaml | ¶ ¶ | x.yaml: is empty; a job was expected",
                "x.yaml | id: a\u0000b¶ | x.yaml:1:6: there is a control character, U+0000",
                "x.yaml | \uFEFFid: a¶ | x.yaml: begins with a byte order mark",
            })
    void fileThatCannotBeReadIsRefusedInOneLineWithItsSpot(String name, String text, String complaint)
            throws IOException {
        String content = text.replace('¶', '\n').replace('→', '\t');
        assertRefused(name, content.getBytes(StandardCharsets.UTF_8), complaint);
    }

    @Test
    void whatIsNoTextOrNoFileIsRefused() throws IOException {
        assertRefused("x.yaml", new byte[] {'i', 'd', ':', '\n', ' ', (byte) 0xFF}, "x.yaml:2:2: is not UTF-8");
        assertRefused("x.yaml", new byte[] {}, "x.yaml: is empty");
        String deep = "id: x\nmetadata: " + "[".repeat(1_000);
        assertRefused("x.yaml", deep.getBytes(StandardCharsets.UTF_8), "nesting depth (65)");
        assertRefused("x.json", "[".repeat(1_000).getBytes(StandardCharsets.UTF_8), "nesting depth (65)");
        assertRefused("x.yaml", new byte[10_000_000], "x.yaml: is longer than 8 MiB");
        assertThat(Cli.run("run", directory.toString()).err()).contains("is a directory; a file was expected");
        assertThat(Cli.run("run", "none.yaml").err()).contains("none.yaml: no such file");
    }

    @Test
    void allFaultsAreSaidInTheOrderOfTheFile() {
        String file = Cli.file(directory, "bad.yaml", """
                saturation: 1
                id: bad
                workflow:
                  - [read, splt]
                  - [split, write]
                catalog:
                  - name: split
                    fn: Words
                  - {name: read, input: lines}
                  - name: write
                    otput: stdout
                """);
        Cli.Result result = Cli.run("run", file);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err().lines().map(line -> line.replace(directory + "/", "")))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("sardonyx: bad.yaml: job bad cannot run:"),
                        line -> assertThat(line).startsWith("  bad.yaml:1:1: saturation: its tasks need 3 peers"),
                        line -> assertThat(line)
                                .endsWith("bad.yaml:4:12: workflow: there is no task splt; did you mean split?"),
                        line -> assertThat(line).startsWith("  bad.yaml:7:5: task split: nobody feeds it"),
                        line -> assertThat(line)
                                .startsWith("  bad.yaml:8:5: task split, fn: \"Words\" names no method"),
                        line -> assertThat(line).startsWith("  bad.yaml:9:18: task read, input: lines: parameter path"),
                        line -> assertThat(line)
                                .endsWith("bad.yaml:11:5: task write, otput: is not known here; did you mean output?"));
    }

    @Test
    void aKeyThatIsNearlyRightIsGuessed() {
        Map.of("func", "fn", "function", "fn", "groupby", "groupBy").forEach((typed, meant) -> {
            String text = "id: bad\nworkflow: [[read, split], [split, write]]\ncatalog:\n"
                    + "  - {name: read, input: {plugin: lines, path: x}}\n"
                    + "  - {name: split, " + typed + ": a.Words::split}\n"
                    + "  - {name: write, output: stdout}\n";
            assertThat(Cli.run("run", Cli.file(directory, "bad.yaml", text)).err())
                    .contains("task split, " + typed + ": is not known here; did you mean " + meant + "?");
        });
    }

    @Test
    void faultsOfFunctionsAndPluginsHaveTheirSpotsToo() {
        String text = """
                id: bad
                workflow: [[read, split], [split, write]]
                catalog:
                  - {name: read, input: liness}
                  - {name: split, fn: io.sardonyx.examples.Words::splitt}
                  - name: write
                    tags: [gpu]
                    output: stdout
                lifecycles: [{task: all, calls: io.sardonyx.examples.Words::gone}]
                """;
        Cli.Result result = Cli.run("run", Cli.file(directory, "bad.yaml", text));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .containsSubsequence(
                        "bad.yaml:4:18: task read, input: there is no input 'liness'; did you mean lines?",
                        "bad.yaml:5:19: task split, fn: ",
                        "bad.yaml:7:5: task write, tags: ",
                        "bad.yaml:9:26: lifecycles[0].calls: ");
    }

    @Test
    void programReadsTheSameFaultsAsJson() {
        String file = Cli.file(directory, "bad.yaml", "id: bad\nworkflows: []\ncatalog: [{name: a, mni: 1}]\n");
        Cli.Result result = Cli.run("job", "submit", "--json", "--store", "memory:faults", file);
        assertThat(result.code()).isEqualTo(2);
        var json = Json.read(result.err().getBytes(StandardCharsets.UTF_8));
        assertThat(json.at("file").text()).isEqualTo(file);
        assertThat(json.at("faults").items())
                .satisfiesExactly(
                        first -> {
                            assertThat(first.at("line").count(0)).isEqualTo(2);
                            assertThat(first.at("column").count(0)).isEqualTo(1);
                            assertThat(first.at("place").text()).isEqualTo("workflows");
                            assertThat(first.at("what").text()).contains("did you mean workflow?");
                        },
                        second -> {
                            assertThat(second.at("line").count(0)).isEqualTo(3);
                            assertThat(second.at("column").count(0)).isEqualTo(21);
                            assertThat(second.at("place").text()).isEqualTo("task a, mni");
                        });
    }

    @Test
    void keyThatLooksLikeATaskOrAnIndexIsStillAKey() {
        String text = "id: x\nmetadata:\n  '[0]': 1\n  'task a':\n    deep: [1, null]\n";
        assertThat(Cli.run("run", Cli.file(directory, "x.yaml", text)).err())
                .contains("x.yaml:5:15: metadata.task a.deep[1]: null is no value; leave it out");
    }

    @Test
    void pipedJobMayBeEither() {
        assertThat(Cli.runWith("id: x\ntaks: 1\n", "run", "-").err())
                .contains("standard input:2:1: taks: is not known");
        assertThat(Cli.runWith("\n{\"id\": \"x\",\n\"taks\": 1}", "run", "-").err())
                .contains("standard input:3:1: taks: is not known");
    }
}
