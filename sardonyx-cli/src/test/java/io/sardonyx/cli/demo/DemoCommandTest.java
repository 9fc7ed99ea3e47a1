package io.sardonyx.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sardonyx.cli.Cli;
import io.sardonyx.cli.PseudoTerminal;
import io.sardonyx.cli.demo.SalesRecorder.Total;
import io.sardonyx.cli.option.ExitCodes;
import io.sardonyx.examples.Orders;
import io.sardonyx.json.Json;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demonstration: in a pipe, for programs and on a terminal. */
@Timeout(120)
class DemoCommandTest {

    private static final int DAYS = 20;

    @Test
    void storyIsToldInLinesAndEndsWell() {
        Cli.Result result = Cli.run("demo", "--seconds", "2");
        assertThat(result.code()).as(result.out() + result.err()).isZero();
        assertThat(result.out())
                .doesNotContain("\u001b")
                .containsSubsequence(
                        "3 groups with 3 peers each become a cluster",
                        "job orders is submitted: 80,000 orders through 4 tasks",
                        "is killed in the middle of everything",
                        "finds its pulse gone and writes:",
                        "group-leave-cluster id=",
                        "another group is started in its place",
                        "prepare-join-cluster",
                        "accept-join-cluster",
                        "is a member and works",
                        "job orders completed at entry",
                        "books        10,240 orders       248,617.80",
                        "exactly the totals of a plain loop over the file");
    }

    @Test
    void storyIsToldToProgramsAsObjects() {
        Cli.Result result = Cli.run("demo", "--seconds", "2", "--json");
        assertThat(result.code()).as(result.err()).isZero();
        List<String> events = result.lines().stream()
                .map(line -> Json.read(line.getBytes(StandardCharsets.UTF_8)))
                .filter(line -> !line.at("event").isAbsent())
                .map(line -> line.at("event").text())
                .filter(event -> !event.equals("total"))
                .toList();
        assertThat(events)
                .containsExactly(
                        "starting", "submitted", "killed", "noticed", "replacing", "joined", "ended", "verified");
        assertThat(result.out()).contains("\"fn\":\"group-leave-cluster\"", "\"exact\":true");
    }

    @Test
    void lengthsThatMakeNoSenseAreRefused() {
        for (String seconds : List.of("1", "601", "-5", "soon")) {
            assertThat(Cli.run("demo", "--seconds", seconds).code()).isEqualTo(2);
        }
    }

    @Test
    void salesThatComeAgainAreCountedOnce() {
        var ledger = new SalesRecorder(1);
        Orders.day().forEach(order -> ledger.accept(Orders.price(order)));
        assertThat(ledger.again()).isZero();
        Orders.day().subList(0, 100).forEach(order -> ledger.accept(Orders.price(order)));
        assertThat(ledger.again()).isEqualTo(100);
        assertThat(ledger.written()).isEqualTo(4_000);
        assertThat(ledger.totals())
                .isEqualTo(SalesRecorder.expected(1))
                .containsEntry("music", new Total(172, 404_410));
    }

    @Test
    void oneSaleTooFewIsSeen() {
        var ledger = new SalesRecorder(DAYS);
        for (long number = 1; number < ledger.size(); number++) {
            ledger.accept(Orders.price(Orders.find(number)));
        }
        assertThat(ledger.totals()).isNotEqualTo(SalesRecorder.expected(DAYS));
        ledger.accept(Orders.price(Orders.find(0)));
        assertThat(ledger.totals()).isEqualTo(SalesRecorder.expected(DAYS));
    }

    @Test
    void picturesEndWithTheirResultAndAVisibleCursor() throws Exception {
        assumeTrue(PseudoTerminal.isThere());
        Process process =
                PseudoTerminal.start(Map.of("COLUMNS", "60", "LINES", "30", "NO_COLOR", "1"), "demo --seconds 2");
        String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(shown).isZero();
        int end = shown.lastIndexOf("\u001b[?25h");
        assertThat(shown.indexOf("\u001b[?25l")).isBetween(0, end);
        assertThat(shown.substring(0, end))
                .contains("[#", "80,000 orders", "segments/s", "3 peers at work", "gone", "group-leave-cluster")
                .doesNotContain("\u001b[1m");
        assertThat(shown.substring(end)).contains("exactly the totals").doesNotContainPattern("\u001b\\[(?!\\?25h)");
        assertThat(shown.substring(0, end).split("\u001b\\[[0-9?]*[A-Za-z]|[\r\n]+"))
                .allMatch(line -> line.length() < 60);
    }

    @Test
    void interruptedPictureLeavesTheTerminalClean() throws Exception {
        assumeTrue(PseudoTerminal.isThere());
        Process process = PseudoTerminal.start(Map.of(), "demo --seconds 100");
        try (BufferedReader shown = process.inputReader(StandardCharsets.UTF_8)) {
            String before = PseudoTerminal.until(shown, "segments/s");
            process.outputWriter().append('\u0003').flush();
            String after = PseudoTerminal.rest(shown);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(before + after).isEqualTo(ExitCodes.INTERRUPTED);
            assertThat(after.indexOf("\u001b[?25h")).isPositive();
            assertThat(after.substring(after.indexOf("\u001b[?25h")))
                    .contains("interrupted")
                    .doesNotContain("\u001b[K");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void dumbTerminalGetsLines() throws Exception {
        assumeTrue(PseudoTerminal.isThere());
        Process process = PseudoTerminal.start(Map.of("TERM", "dumb", "NO_COLOR", "1"), "demo --seconds 2");
        String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(shown).isZero();
        assertThat(shown).contains("is killed", "exactly the totals").doesNotContain("\u001b");
    }
}
