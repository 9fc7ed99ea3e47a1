package io.sardonyx.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sardonyx.cli.Cli;
import io.sardonyx.cli.Cli.Result;
import io.sardonyx.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

class ReplayCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    @Test
    void theExampleIsToldInSentences() {
        Result result = Cli.run("log", "replay", Cli.example("join.jsonl"));
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.lines())
                .contains(
                        "     1  prepare-join-cluster joiner=a: a joined an empty cluster",
                        "     3  prepare-join-cluster joiner=b: a observes b -> a notify-join-cluster",
                        "     4  add-virtual-peer id=b1 group-id=b: peers wait for their group: b1",
                        "     9  group-leave-cluster id=a: a left; peers gone: a1; j: -a1 from in",
                        "    11  seal-output job=j task=out: j is complete",
                        "12 entries, now at position 11: 1 member, 0 joining, 2 peers (0 busy), 0 live jobs,"
                                + " 1 finished");
        assertThat(result.lines().get(result.lines().size() - 1)).matches("sha256 [0-9a-f]{64}");
        assertThat(result.out()).doesNotContain("\u001b");
    }

    @Test
    void theExampleIsTheSameStoryInJson() throws IOException {
        Result result = Cli.run("log", "replay", "--json", Cli.example("join.jsonl"));
        assertThat(result.err()).isEmpty();
        assertThat(result.lines()).hasSize(12);
        JsonNode third = JSON.readTree(result.lines().get(3));
        assertThat(third.properties())
                .extracting(entry -> entry.getKey())
                .containsExactly("position", "fn", "changed", "replica", "reactions");
        assertThat(third.get("replica").get("prepared")).hasToString("{\"a\":\"b\"}");
        assertThat(third.get("reactions"))
                .hasToString("{\"a\":[{\"fn\":\"notify-join-cluster\",\"args\":{\"observer\":\"b\"}}]}");
    }

    @Test
    void aReplicaMayBeTheBeginning() {
        String from = Cli.file(
                directory, "r.json", "{'position':6,'groups':['a','b','c']," + "'pairs':{'a':'b','b':'c','c':'a'}}");
        String entry = "{\"position\":7,\"fn\":\"prepare-join-cluster\",\"args\":{\"joiner\":\"d\"}}";
        Result result = Cli.runWith(entry, "log", "replay", "--json", "--from", from, "-");
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("\"prepared\":{\"b\":\"d\"}");
    }

    @Test
    void whatWasPrintedIsABeginningToo() throws IOException {
        Result whole = Cli.run("log", "replay", "--json", Cli.example("join.jsonl"));
        String middle = JSON.readTree(whole.lines().get(6)).get("replica").toString();
        String from = Cli.file(directory, "r.json", middle);
        String rest = String.join(
                "\n",
                java.nio.file.Files.readAllLines(Path.of(Cli.example("join.jsonl")))
                        .subList(7, 12));
        Result second = Cli.runWith(rest, "log", "replay", "--json", "--from=" + from, "-");
        assertThat(second.lines()).isEqualTo(whole.lines().subList(7, 12));
    }

    @Test
    void theDeadAndTheGoneDoNotReact() {
        String notify = "{'position':0,'fn':'notify-join-cluster','args':{'observer':'d'}%s}\n";
        String living = Cli.file(directory, "a.jsonl", notify.replace("%s", ""));
        String dead = Cli.file(directory, "b.jsonl", notify.replace("%s", ",'dead':['d']"));
        String gone = Cli.file(directory, "gone.json", "{'left':['d']}");
        assertThat(Cli.run("log", "replay", "--json", living).out()).contains("\"d\":[{\"fn\":\"abort-join-cluster\"");
        assertThat(Cli.run("log", "replay", "--json", dead).out()).contains("\"reactions\":{}");
        assertThat(Cli.run("log", "replay", "--json", "--from", gone, living).out())
                .contains("\"reactions\":{}");
    }

    @Test
    void aRepeatedAppendDoesNothing() {
        String entries = Cli.file(directory, "e.jsonl", """
                {'position':0,'fn':'prepare-join-cluster','args':{'joiner':'a'},'author':'a','sequence':1}
                {'position':1,'fn':'abort-join-cluster','args':{'id':'z'},'author':'a','sequence':1}
                """);
        Result result = Cli.run("log", "replay", "--json", entries);
        assertThat(result.lines().get(0)).contains("\"changed\":true").contains("\"authors\":{\"a\":{\"sequence\":1");
        assertThat(result.lines().get(1)).contains("\"changed\":false").contains("\"reactions\":{}");
    }

    @Test
    void whatCameBeforeABadEntryIsShown() {
        String entries = Cli.file(directory, "e.jsonl", """
                {'position':3,'fn':'prepare-join-cluster','args':{'joiner':'a'}}

                {'position':5,'fn':'prepare-join-cluster','args':{'joiner':'b'}}
                """);
        Result result = Cli.run("log", "replay", "--json", entries);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.lines()).hasSize(1);
        assertThat(result.err())
                .isEqualTo("sardonyx: " + entries + ": line 3: position 5 does not follow 3; the next is 4\n");
    }

    @Test
    void unknownKeysOfEntriesAreWarnedOfOnce() {
        String entries = Cli.file(directory, "e.jsonl", """
                {'position':0,'fn':'gc','args':{'id':'a'},'ded':['b']}
                {'position':1,'fn':'gc','args':{'id':'a'},'ded':['b']}
                """);
        Result result = Cli.run("log", "replay", entries);
        assertThat(result.code()).isZero();
        assertThat(result.err())
                .isEqualTo("sardonyx: warning: line 1: an entry has no key \"ded\"; did you mean dead?\n");
    }

    @Test
    void coloursAreForThoseWhoSeeThem() {
        var out = new StringWriter();
        Main.commandLine()
                .setColorScheme(Help.defaultColorScheme(Ansi.ON))
                .setOut(new PrintWriter(out))
                .execute("log", "replay", Cli.example("join.jsonl"));
        assertThat(out.toString()).contains("\u001b[1mprepare-join-cluster\u001b[");
    }

    @Test
    void aReaderThatWentAwayEndsTheReplayQuietly() {
        var entries = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            entries.append("{'position':" + i + ",'fn':'gc','args':{'id':'a'}}\n");
        }
        String file = Cli.file(directory, "e.jsonl", entries.toString());
        var err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(new ClosedPipe()))
                .setErr(new PrintWriter(err))
                .execute("log", "replay", file);
        assertThat(code).isZero();
        assertThat(err.toString()).isEmpty();
    }

    private static final class ClosedPipe extends Writer {

        @Override
        public void write(char[] characters, int from, int length) throws IOException {
            throw new IOException("Broken pipe");
        }

        @Override
        public void flush() throws IOException {
            throw new IOException("Broken pipe");
        }

        @Override
        public void close() {}
    }

    @Test
    void everyCommandExplainsItself() {
        for (String[] command : new String[][] {{"log", "--help"}, {"log", "replay", "--help"}, {"plan", "--help"}}) {
            Result result = Cli.run(command);
            assertThat(result.code()).isZero();
            assertThat(result.out()).contains("Exit codes:").contains("bad input");
        }
        assertThat(Cli.run("log", "replay", "--help").out())
                .contains("Example:")
                .contains("sardonyx log replay");
        assertThat(Cli.run("plan", "--help").out()).contains("Example:").contains("sardonyx plan");
        assertThat(Cli.run("log").code()).isEqualTo(2);
    }
}
