package io.sardonyx.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli;
import io.sardonyx.cli.Processes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node as a process of its own. */
@Timeout(120)
class NodeStartCommandTest {

    @TempDir
    private Path directory;

    private static String awaitLine(BufferedReader told, String part) throws Exception {
        String line = told.readLine();
        while (line != null && !line.contains(part)) {
            line = told.readLine();
        }
        assertThat(line).as(part).isNotNull();
        return line;
    }

    private String growing() throws IOException {
        Files.createDirectories(directory.resolve("in"));
        Files.write(directory.resolve("in/a.txt"), List.of("one", "two"));
        return Cli.file(
                directory,
                "growing.json",
                "{'id':'growing','workflow':[['read','write']],'catalog':["
                        + "{'name':'read','input':{'plugin':'lines','path':'" + directory.resolve("in")
                        + "/*.txt','listEvery':0.1,'after':'delete'}},"
                        + "{'name':'write','output':{'plugin':'files','path':'" + directory.resolve("out") + "'}}]}");
    }

    private String unfit() {
        return Cli.file(
                directory,
                "unfit.json",
                "{'id':'unfit','workflow':[['read','work'],['work','write']],'catalog':["
                        + "{'name':'read','input':{'plugin':'items','items':[1]}},{'name':'work','fn':'a.B::c'},"
                        + "{'name':'write','output':'null'}]}");
    }

    @Test
    void aNodeWorksUntilItIsTerminatedAndGivesEverythingBack() throws Exception {
        String store = "file:" + directory.resolve("store");
        String job = growing();
        String unfit = unfit();
        assertThat(Cli.run("node", "submit", "--store", store, job).code()).isZero();
        assertThat(Cli.run("node", "submit", "--store", store, unfit).code()).isZero();
        Process node =
                Processes.start("node", "start", "--store", store, "--workers", "2", "--lease", "2s", "--metrics", "0");
        try (BufferedReader told = node.inputReader(StandardCharsets.UTF_8)) {
            assertThat(told.readLine()).endsWith(" has 2 workers");
            String page = awaitLine(told, "metrics are at").replaceFirst(".*metrics are at ", "");
            awaitLine(told, "leads: ");
            while (Files.exists(directory.resolve("in/a.txt"))) {
                LockSupport.parkNanos(10_000_000);
            }
            try (InputStream shown = URI.create(page).toURL().openStream()) {
                assertThat(new String(shown.readAllBytes(), StandardCharsets.UTF_8))
                        .contains("sardonyx_node_leads 1.0", "sardonyx_node_unfit 1.0", "sardonyx_node_failed 0.0")
                        .contains("sardonyx_node_claims_total ", "sardonyx_node_renewals_total ")
                        .contains("sardonyx_node_leases_lost_total 0.0")
                        .containsPattern("sardonyx_node_store_calls_total\\{call=\"write\"} [1-9]");
            }
            assertThat(Cli.run("node", "list", "--store", store).out()).contains(", 2 workers, ", "leads");
            assertThat(Processes.signal(node, "TERM")).isZero();
            assertThat(awaitLine(told, "unfit for job unfit")).contains("a.B");
            awaitLine(told, "gave everything back");
        } finally {
            node.destroyForcibly();
        }
        assertThat(Cli.run("node", "list", "--store", store).out()).contains("no node is listed");
        assertThat(Cli.run("node", "jobs", "--store", store).out()).contains("growing  running, 1 done");
    }

    @Test
    void whatChangesIsToldAsJson() throws Exception {
        Process node = Processes.start("node", "start", "--json", "--store", "file:" + directory.resolve("store"));
        try (BufferedReader told = node.inputReader(StandardCharsets.UTF_8)) {
            assertThat(told.readLine()).matches("\\{\"event\":\"started\",\"node\":\"[-0-9a-f]+\",\"workers\":\"1\"}");
            awaitLine(told, "{\"event\":\"leads\"}");
            assertThat(Processes.signal(node, "INT")).isZero();
            awaitLine(told, "{\"event\":\"left\"}");
        } finally {
            node.destroyForcibly();
        }
    }
}
