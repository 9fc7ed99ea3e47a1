package io.sardonyx.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.sardonyx.cli.Cli;
import io.sardonyx.cli.logging.Logging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Jobs that run to their end, and those that cannot. */
@Timeout(120)
class RunCommandTest {

    private static final String PLUS =
            "{'name': 'work', 'fn': {'name': 'io.sardonyx.cli.Mischief::plus', 'params': {'addend': 1}}}";

    @TempDir
    private Path directory;

    /** Numbers through one task into files. */
    private String job(String work) {
        return file("[['read', 'work'], ['work', 'write']]", work, output());
    }

    private String file(String workflow, String work, Path output) {
        return Cli.file(
                directory,
                "job.json",
                "{'id': 'numbers', 'workflow': " + workflow + ", 'catalog': ["
                        + "{'name': 'read', 'input': {'plugin': 'generator', 'count': 100}}, " + work
                        + ", {'name': 'write', 'output': {'plugin': 'files', 'path': '" + output + "'}}]}");
    }

    private Path output() {
        return directory.resolve("out");
    }

    private List<String> written() throws IOException {
        try (Stream<Path> files = Files.list(output())) {
            return files.flatMap(RunCommandTest::lines).toList();
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            assertThat(file.toString()).endsWith(".txt");
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void jobRunsToItsEndAndIsSummedUp() throws IOException {
        Cli.Result result = Cli.run("run", job(PLUS));
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .contains("read: 100 taken, 100 given", "work: 100 taken, 100 given", "write: 100 taken, 100 given")
                .contains("job numbers completed");
        assertThat(written()).hasSize(100).contains("1", "100").doesNotContain("0");
    }

    @Test
    void whatIsPipedInIsTheJobOrItsInputButNotBoth() {
        Cli.Result result = Cli.runWith("""
                {"id": "pipe", "workflow": [["read", "write"]], "catalog": [
                  {"name": "read", "input": "stdin"}, {"name": "write", "output": "null"}]}
                """, "run", "-");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("standard input: is the job", "task read", "give the job as a file");
    }

    @Test
    void jobWithCheckpointsRunsWithWhatCannotBeReadAgainAndSaysSo() {
        String job = Cli.file(
                directory,
                "piped.json",
                "{'id':'piped','checkpoint':{'every':'PT5S'},'workflow':[['read','write']],'catalog':["
                        + "{'name':'read','input':'stdin'},{'name':'write','output':'null'}]}");
        Cli.Result result = Cli.runWith("a\n", "run", "--json", job);
        assertThat(result.code()).as(result.err()).isZero();
        String said = "input read (stdin) cannot be read again: what it has read since the latest checkpoint is lost";
        assertThat(result.err().lines().toList())
                .hasSize(2)
                .satisfiesExactly(
                        warning -> assertThat(warning).contains("warning", said),
                        summary -> assertThat(summary).contains("\"warnings\":[\"" + said));
    }

    @Test
    void summaryIsOneObjectForPrograms() {
        Cli.Result result = Cli.run("run", "--json", "--peers", "5", job(PLUS));
        assertThat(result.code()).isZero();
        assertThat(result.err().lines())
                .singleElement()
                .asString()
                .contains("\"state\":\"completed\"", "\"work\":{\"taken\":100,\"given\":100,\"skipped\":0");
    }

    @Test
    void skippedSegmentsAreCounted() throws IOException {
        Cli.Result result =
                Cli.run("run", job("{'name': 'work', 'fn': 'io.sardonyx.cli.Mischief::picky', 'onError': 'skip'}"));
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).contains("1 skipped");
        assertThat(written()).hasSize(99);
    }

    @Test
    void fewerPeersThanItNeedsAreRefused() {
        Cli.Result result = Cli.run("run", "--peers", "2", job(PLUS));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--peers", "needs at least 3 peers", "not 2");
    }

    @ParameterizedTest
    @CsvSource({
        "planned, queued",
        "volunteered, queued",
        "volunteered, ",
        "Volunteered, direct",
        "coordinated, queued",
        "coordinated, "
    })
    void allocationAndDeliveryChangeNothingOfTheResult(String allocation, @Nullable String delivery)
            throws IOException {
        String text = Files.readString(Path.of(job(PLUS)));
        String said = delivery == null ? "" : "\"delivery\": \"" + delivery + "\", ";
        String job = Cli.file(directory, "said.json", text.replaceFirst("\\{", "{" + said));
        String peers = "direct".equals(delivery) ? "3" : "1";
        Cli.Result result = Cli.run("run", "--peers", peers, "--allocation", allocation, job);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(written()).hasSize(100).contains("1", "100").doesNotContain("0");
    }

    @Test
    void allocationThatDoesNotExistIsRefused() {
        Cli.Result result = Cli.run("run", "--allocation", "claimed", job(PLUS));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--allocation", "'claimed' is none of planned, volunteered, coordinated");
    }

    @Test
    void functionThatThrowsEndsTheJobWithTaskAndSegment() throws IOException {
        Cli.Result result = Cli.run("run", job("{'name': 'work', 'fn': 'io.sardonyx.cli.Mischief::picky'}"));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("failed", "in task work", "seven is too much", "segment 7");
        assertNothingHalfWritten();
    }

    @Test
    void whatEndsTheJobIsSaidOnceWithFunctionAndLine() {
        var logged = new ListAppender<ILoggingEvent>();
        var ours = (Logger) LoggerFactory.getLogger(Logging.OURS);
        logged.start();
        ours.addAppender(logged);
        try {
            Cli.Result result = Cli.run("run", job("{'name': 'work', 'fn': 'io.sardonyx.cli.Mischief::picky'}"));
            assertThat(result.err().lines().filter(line -> line.contains("seven is too much")))
                    .singleElement()
                    .asString()
                    .contains("io.sardonyx.cli.Mischief::picky threw java.lang.IllegalStateException: seven")
                    .contains("(Mischief.java:");
            assertThat(logged.list).extracting(ILoggingEvent::getLevel).doesNotContain(Level.WARN, Level.ERROR);
        } finally {
            ours.detachAppender(logged);
        }
    }

    @Test
    void memoryOfAGroupedTaskIsToldBeforeItRunsAndNotAfterIfNothingHappened() {
        String file = Cli.file(
                directory,
                "counting.json",
                "{'id': 'counting', 'workflow': [['read', 'work'], ['work', 'write']], 'catalog': ["
                        + "{'name': 'read', 'input': {'plugin': 'generator', 'count': 5}},"
                        + "{'name': 'work', 'fn': 'io.sardonyx.cli.Mischief::picky',"
                        + " 'groupBy': {'fn': 'io.sardonyx.cli.Mischief::picky'}},"
                        + "{'name': 'write', 'output': 'null'}],"
                        + "'lifecycles': [{'task': 'work', 'calls': 'io.sardonyx.cli.Mischief::counting'}]}");
        Cli.Result result = Cli.run("run", file);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err().lines().filter(line -> line.contains("warning")))
                .singleElement()
                .asString()
                .startsWith("sardonyx: warning: task work is grouped and has a lifecycle");
    }

    @Test
    void functionThatReturnsNullEndsTheJobWithTaskAndSegment() throws IOException {
        Cli.Result result = Cli.run("run", job("{'name': 'work', 'fn': 'io.sardonyx.cli.Mischief::nothing'}"));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("in task work", "null", "segment 7");
        assertNothingHalfWritten();
    }

    @Test
    void functionThatNeverReturnsEndsTheJobWithItsLine() throws IOException {
        Cli.Result result = Cli.run(
                "run", job("{'name': 'work', 'fn': 'io.sardonyx.cli.Mischief::endless', 'turnLimit': 'PT0.2S'}"));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .contains("in task work", "has not returned for 200 ms")
                .containsPattern(
                        "it is in java\\S+ at io.sardonyx.cli.Mischief.endless\\(Mischief.java:\\d+\\), after");
        assertNothingHalfWritten();
    }

    private void assertNothingHalfWritten() throws IOException {
        if (Files.exists(output())) {
            assertThat(written()).doesNotContain("7");
        }
    }

    @Test
    void allThatCannotRunIsSaidAtOnce() {
        Cli.Result result = Cli.run(
                "run",
                job("{'name': 'work', 'fn': {'name': 'io.sardonyx.cli.Mischief::plus', 'params': {'addend': 'one'}}},"
                        + "{'name': 'more', 'fn': 'io.sardonyx.cli.Mischief::pluss'}"));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("job.json: job numbers cannot run:\n").contains("more");
        assertThat(output()).doesNotExist();
    }

    @Test
    void accessorsAreNamedInYaml() throws IOException {
        String file = Cli.file(directory, "sales.yaml", """
                id: sales
                workflow: [[read, sell], [sell, shop], [shop, write]]
                catalog:
                  - {name: read, input: {plugin: generator, count: 6}}
                  - {name: sell, fn: "io.sardonyx.cli.Mischief::sold"}
                  - {name: shop, fn: "io.sardonyx.cli.Mischief$Sale::shop",
                     groupBy: {fn: "io.sardonyx.cli.Mischief$Sale::shop"}}
                  - {name: write, output: {plugin: files, path: "%s"}}
                """.formatted(output()));
        Cli.Result result = Cli.run("run", file);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(written()).containsExactlyInAnyOrder("shop 0", "shop 1", "shop 0", "shop 1", "shop 0", "shop 1");
    }

    @Test
    void typesThatNeverMeetAreToldWithTheirPlaceInTheFile() {
        Cli.Result result = Cli.run(
                "run",
                file(
                        "[['read', 'work'], ['work', 'more'], ['more', 'write']]",
                        "{'name': 'work', 'fn': 'io.sardonyx.cli.Mischief::text'},\n"
                                + "{'name': 'more', 'fn': 'io.sardonyx.cli.Mischief::picky'}",
                        output()));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("job.json:2:", "task more, fn: io.sardonyx.cli.Mischief::picky takes a long, but")
                .contains("io.sardonyx.cli.Mischief::text of task work gives a java.lang.String, and nothing is both");
        assertThat(output()).doesNotExist();
    }

    @Test
    void unknownFunctionIsNamedWithWhatIsThere() {
        Cli.Result result = Cli.run("run", job("{'name': 'work', 'fn': 'io.sardonyx.cli.Mischief::pluss'}"));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("work", "no public static method or accessor pluss", "plus");
        assertThat(output()).doesNotExist();
    }

    @Test
    void wrongParameterIsNamed() {
        Cli.Result result = Cli.run(
                "run",
                job("{'name': 'work', 'fn': {'name': 'io.sardonyx.cli.Mischief::plus', 'params': {'addend': 'one'}}}"));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("work", "addend");
        assertThat(output()).doesNotExist();
    }

    @Test
    void cycleIsRefused() {
        Cli.Result result = Cli.run(
                "run",
                file(
                        "[['read', 'work'], ['work', 'more'], ['more', 'work'], ['work', 'write']]",
                        PLUS + ", {'name': 'more', 'fn': 'io.sardonyx.cli.Mischief::picky'}",
                        output()));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("job.json: job numbers cannot run:", "cycle");
    }

    @Test
    void fileThatIsNoJobIsNamed() {
        assertThat(Cli.run("run", directory.resolve("none.json").toString()))
                .satisfies(result -> assertThat(result.code()).isEqualTo(2))
                .satisfies(result -> assertThat(result.err()).contains("none.json: no such file"));
        assertThat(Cli.run("run", Cli.file(directory, "bad.json", "{'id': ")))
                .satisfies(result -> assertThat(result.code()).isEqualTo(2))
                .satisfies(result -> assertThat(result.err()).contains("bad.json:1:8: not valid JSON"));
    }

    @Test
    void inputThatIsNotThereEndsTheJob() {
        String file = Cli.file(
                directory,
                "job.json",
                "{'id': 'lines', 'workflow': [['read', 'write']], 'catalog': ["
                        + "{'name': 'read', 'input': {'plugin': 'lines', 'path': '" + directory.resolve("none.txt")
                        + "'}}, {'name': 'write', 'output': {'plugin': 'files', 'path': '" + output() + "'}}]}");
        Cli.Result result = Cli.run("run", file);
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("in task read", "none.txt");
    }

    @Test
    void directoryThatCannotBeMadeIsFoundBeforeAnythingIsRead() throws IOException {
        Path occupied = Files.writeString(directory.resolve("occupied"), "a file, no directory");
        Cli.Result result =
                Cli.run("run", file("[['read', 'work'], ['work', 'write']]", PLUS, occupied.resolve("below")));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("task write, output: the directory", "occupied/below cannot be made", "name another path")
                .doesNotContain("taken");
        assertThat(occupied).hasContent("a file, no directory");
    }
}
