package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sardonyx.cli.Main;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.flow.AckLedger;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What pages show the program to print is what it prints, for all commands that need no cluster. A line of {@code …}
 * stands for lines that are left out, and within a line for the rest of something.
 */
class ShownOutputTest {

    private static final Pattern SESSION =
            Pattern.compile("(?s)\\$ \\./sardonyx ((?:log replay|plan|check) [^\n]*)\n(.+)");
    private static final String CUT = "…";

    @TestFactory
    Stream<DynamicTest> everySessionIsReal() {
        List<String> sessions = Page.all().stream()
                .flatMap(page -> page.blocks("").stream())
                .filter(block -> SESSION.matcher(block).matches())
                .toList();
        assertThat(sessions).hasSizeGreaterThanOrEqualTo(4);
        return sessions.stream()
                .map(session ->
                        DynamicTest.dynamicTest(session.lines().findFirst().orElse(""), () -> assertReal(session)));
    }

    private static void assertReal(String session) {
        var parts = SESSION.matcher(session);
        assertThat(parts.matches()).isTrue();
        String expected =
                parts.group(2).lines().map(ShownOutputTest::expression).collect(Collectors.joining());
        assertThat(printed(parts.group(1))).matches(expected);
    }

    private static String expression(String line) {
        if (line.equals(CUT)) {
            return "(?:.*\n)*?";
        }
        return Arrays.stream(line.split(CUT, -1)).map(Pattern::quote).collect(Collectors.joining(".*")) + "\n";
    }

    private static String printed(String command) {
        String[] words = Arrays.stream(command.split(" "))
                .map(word -> word.startsWith("examples/")
                        ? Checkout.root().resolve(word).toString()
                        : word)
                .toArray(String[]::new);
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
        assertThat(code).as(err.toString()).isZero();
        return out.toString();
    }

    @Test
    void everyReplicaIsThatOfTheExample() throws IOException {
        var json = new ObjectMapper();
        Map<Long, JsonNode> replicas = new HashMap<>();
        for (String line :
                printed("log replay --json examples/join.jsonl").lines().toList()) {
            JsonNode replica = json.readTree(line).path("replica");
            replicas.put(replica.path("position").asLong(), replica);
        }
        int shown = 0;
        for (String block : Page.of("docs/internals/protocol.md").blocks("json")) {
            JsonNode replica = json.readTree(block);
            if (replica.has("groups")) {
                assertThat(replica)
                        .isEqualTo(replicas.get(replica.path("position").asLong()));
                shown++;
            }
        }
        assertThat(shown).isPositive();
    }

    @Test
    void everyEntryCanBeRead() {
        List<String> entries = Page.of("docs/internals/protocol.md").blocks("json").stream()
                .filter(block -> block.startsWith("{\"fn\""))
                .toList();
        assertThat(entries)
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(EntryCodec.decode(0, entry.getBytes(StandardCharsets.UTF_8))
                                .author())
                        .isNotNull());
    }

    /** The table of acks, replayed by the ledger that counts them. */
    @Test
    void everyAckLeadsToTheNextNumber() {
        var ledger = new AckLedger(1, 1);
        var rows = Pattern.compile("(?m)^\\|.*\\| (?:`(\\w\\w)`)? ?\\| `(\\w\\w)` \\|$")
                .matcher(Page.of("docs/internals/acking.md").text())
                .results()
                .toList();
        assertThat(rows).hasSizeGreaterThan(3);
        for (var row : rows) {
            long expected = Long.parseLong(row.group(2), 16);
            if (row.group(1) == null) {
                ledger.open(1, expected);
            } else {
                ledger.ack(1, Long.parseLong(row.group(1), 16));
            }
            assertThat(ledger.pending(1)).as(row.group()).isEqualTo(expected);
        }
        assertThat(ledger.size()).isZero();
    }
}
