package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of processes whose segments travel through a broker of its own process; all of them are killed. */
class QueuedClusterTest {

    private static final int PROCESSES = 3;
    private static final int FILES = 4;

    @TempDir
    private Path directory;

    private final List<Member> started = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private final Random random = new Random(5);
    private Member broker;
    private String address;
    private int port;

    @AfterEach
    void killAll() {
        started.forEach(Member::strike);
    }

    private Member program(String... arguments) throws IOException {
        Member member = Program.start(directory.resolve("said-" + started.size()), arguments);
        started.add(member);
        return member;
    }

    private String store() {
        return "file:" + directory.resolve("store");
    }

    private void serve() throws IOException {
        String data = directory.resolve("broker").toString();
        broker = program("broker", "serve", "--json", "--dir", data, "--port", Integer.toString(port));
        Waiting.until("a broker", () -> broker.said().endsWith("}\n"));
        var told = Json.read(broker.said().getBytes(StandardCharsets.UTF_8));
        address = told.at("broker").text();
        port = told.at("port").count(1);
    }

    private Member join(String... more) throws IOException {
        var arguments = new ArrayList<>(List.of("peers", "start", "--store", store(), "--allow", "io.sardonyx.it"));
        arguments.addAll(List.of(more));
        return program(arguments.toArray(String[]::new));
    }

    private Path job(int lines) throws IOException {
        Path in = Files.createDirectories(directory.resolve("in"));
        for (int file = 0; file < FILES; file++) {
            var text = new StringBuilder();
            for (int line = 0; line < lines; line++) {
                text.append(file).append('-').append(line).append('\n');
            }
            Files.writeString(in.resolve(file + ".txt"), text);
        }
        return Files.writeString(directory.resolve("job.json"), """
                {"id": "queued", "delivery": "queued", "workflow": [["read", "work"], ["work", "write"]],
                 "catalog": [{"name": "read", "input": {"plugin": "lines", "path": "%s/*.txt"}},
                             {"name": "work", "fn": "io.sardonyx.it.processes.Leaks::same"},
                             {"name": "write", "output": {"plugin": "files", "format": "lines", "path": "%s"}}]}
                """.formatted(in, directory.resolve("out")));
    }

    private TreeSet<String> written() throws IOException {
        var lines = new TreeSet<String>();
        try (Stream<Path> files = Files.walk(directory.resolve("out"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    /** Kills and pauses in any order while a job runs, which has to write every line and to end. */
    private void ordeal(int lines, int kills, int pauses, int brokerKills, Duration between) throws Exception {
        serve();
        for (int i = 0; i < PROCESSES; i++) {
            members.add(join("--peers", "2", "--broker", address));
        }
        awaitMembers();
        Member client = program(
                "job", "submit", "--store", store(), "--wait", job(lines).toString());
        var strikes = new ArrayList<Integer>();
        for (int i = 0; i < kills + pauses + brokerKills; i++) {
            strikes.add(random.nextInt(strikes.size() + 1), i < kills ? 0 : i < kills + pauses ? 1 : 2);
        }
        for (int strike : strikes) {
            Waiting.pass(between);
            strike(strike);
        }
        Waiting.until("the end of the job", Duration.ofMinutes(5), () -> !client.isAlive());
        assertThat(client.exitCode()).as(client.said()).isZero();
        assertThat(written()).hasSize(FILES * lines);
    }

    private void awaitMembers() {
        try {
            Waiting.until(
                    "members", () -> members.stream().allMatch(it -> it.id().isPresent()));
        } catch (AssertionError e) {
            throw new AssertionError(members.stream().map(Member::said).toList().toString(), e);
        }
    }

    private void strike(int kind) throws Exception {
        int victim = random.nextInt(members.size());
        if (kind == 0) {
            members.get(victim).kill();
            members.set(victim, join("--peers", "2", "--broker", address));
        } else if (kind == 1) {
            members.get(victim).pause();
            Waiting.pass(Duration.ofSeconds(2));
            members.get(victim).resume();
        } else {
            broker.kill();
            serve();
        }
    }

    @Test
    void whateverIsKilledEveryLineIsWritten() throws Exception {
        ordeal(5_000, 2, 0, 2, Duration.ofSeconds(1));
    }

    @Test
    @Tag("campaign")
    @Tag("brokers")
    void whateverIsKilledManyTimesEveryLineIsWritten() throws Exception {
        ordeal(2_000_000, 100, 20, 20, Duration.ofSeconds(3));
    }

    @Test
    void aProcessWithoutABrokerLeavesTheJobToOthersAndOneWithAnotherBrokerIsRefused() throws Exception {
        serve();
        Member without = join();
        Waiting.until("a member", () -> without.id().isPresent());
        Member with = join("--peers", "3", "--broker", address);
        Waiting.until("a member", () -> with.id().isPresent());
        Member client = program("job", "submit", "--store", store(), "--wait", job(10).toString());
        assertThat(client.exitCode()).as(client.said() + without.said()).isZero();
        assertThat(written()).hasSize(FILES * 10);

        Member other = program("broker", "serve", "--json", "--port", "0");
        Waiting.until("another broker", () -> other.said().endsWith("}\n"));
        String elsewhere = Json.read(other.said().getBytes(StandardCharsets.UTF_8))
                .at("broker")
                .text();
        Member refused = join("--broker", elsewhere);
        assertThat(refused.exitCode()).as(refused.said()).isEqualTo(2);
        assertThat(refused.said())
                .contains("--broker: this process has the brokers artemis://127.0.0.1:")
                .contains("but those of its cluster are artemis://127.0.0.1:" + port)
                .doesNotContain("password");
        assertThat(other.terminate()).as(other.said()).isZero();
        assertThat(other.said().lines()).as("nothing of Artemis's own").hasSize(1);
    }
}
