package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.json.Json;
import io.sardonyx.zookeeper.DevelopmentServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clusters of processes that coordinators assign tasks to; leaders and peers are killed, leaders are paused for longer
 * than their session. {@code -Dcoordinators.seed} chooses the order, {@code -Dcoordinators.strikes} how many there are
 * in the campaign.
 */
class CoordinatedClusterTest {

    private static final int COORDINATORS = 3;
    private static final int PROCESSES = 2;
    private static final Duration SESSION = Duration.ofSeconds(4);
    private static final String LEADS = "leads from here on";

    /** What is done to processes. */
    private enum Strike {
        KILL_LEADER,
        KILL_PEERS,
        KILL_BOTH,
        PAUSE_LEADER
    }

    @TempDir
    private Path directory;

    private final List<Member> started = new ArrayList<>();
    private final List<Member> coordinators = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    /** When each of the coordinators that are paused is to be resumed. */
    private final Map<Member, Long> paused = new HashMap<>();

    private final long seed = Long.getLong("coordinators.seed", 5);
    private final Random random = new Random(seed);
    private String store = "";
    private String broker = "";

    @AfterEach
    void killAll() {
        started.forEach(Member::strike);
    }

    private Member program(String... arguments) throws IOException {
        Member member = Program.start(directory.resolve("said-" + started.size()), arguments);
        started.add(member);
        return member;
    }

    private Member coordinate() throws IOException {
        return program("coordinator", "start", "--store", store, "--revoke-after", "10s");
    }

    private Member join() throws IOException {
        return program(
                "peers",
                "start",
                "--store",
                store,
                "--allocation",
                "coordinated",
                "--peers",
                "2",
                "--broker",
                broker,
                "--allow",
                "io.sardonyx.it");
    }

    private void startAll() throws IOException {
        Member serving = program(
                "broker",
                "serve",
                "--json",
                "--dir",
                directory.resolve("broker").toString());
        Waiting.until("a broker", () -> serving.said().endsWith("}\n"));
        broker = Json.read(serving.said().getBytes(StandardCharsets.UTF_8))
                        .at("broker")
                        .text()
                + "&timeoutMillis=" + SESSION.toMillis();
        for (int i = 0; i < PROCESSES; i++) {
            members.add(join());
        }
        for (int i = 0; i < COORDINATORS; i++) {
            coordinators.add(coordinate());
        }
        Waiting.until("members", () -> members.stream().allMatch(it -> it.id().isPresent()));
    }

    private static boolean leads(Member coordinator) {
        String last = coordinator.said().lines().reduce("", (first, next) -> next);
        return coordinator.isAlive() && last.contains(LEADS);
    }

    private Optional<Member> leader() {
        return coordinators.stream()
                .filter(it -> !paused.containsKey(it) && leads(it))
                .findFirst();
    }

    private Member awaitLeader() {
        Waiting.until("a leader", () -> resumePaused() && leader().isPresent());
        return leader().orElseThrow();
    }

    /** Resumes those that were paused for long enough; always true. */
    private boolean resumePaused() {
        for (Member each : List.copyOf(paused.keySet())) {
            if (System.nanoTime() - paused.getOrDefault(each, 0L) >= 0) {
                paused.remove(each);
                each.resume();
            }
        }
        return true;
    }

    private void strike(Strike strike) throws Exception {
        if (strike == Strike.PAUSE_LEADER) {
            Member leader = awaitLeader();
            leader.pause();
            paused.put(leader, System.nanoTime() + SESSION.multipliedBy(2).toNanos());
            return;
        }
        if (strike != Strike.KILL_PEERS) {
            Member leader = awaitLeader();
            leader.kill();
            coordinators.set(coordinators.indexOf(leader), coordinate());
        }
        if (strike != Strike.KILL_LEADER) {
            int victim = random.nextInt(members.size());
            members.get(victim).kill();
            members.set(victim, join());
        }
    }

    private List<Strike> strikes(int leaders, int peers, int both, int pauses) {
        var strikes = new ArrayList<Strike>();
        Map<Strike, Integer> counts = Map.of(
                Strike.KILL_LEADER,
                leaders,
                Strike.KILL_PEERS,
                peers,
                Strike.KILL_BOTH,
                both,
                Strike.PAUSE_LEADER,
                pauses);
        for (Strike strike : Strike.values()) {
            for (int i = 0; i < counts.get(strike); i++) {
                strikes.add(random.nextInt(strikes.size() + 1), strike);
            }
        }
        return strikes;
    }

    /** Kills and pauses in any order while a million numbers are worked on. */
    private void ordeal(List<Strike> strikes) throws Exception {
        System.out.println("seed " + seed + ": " + strikes);
        startAll();
        var job = new NumberJob(directory);
        Member client = program(
                "job", "submit", "--store", store, "--wait", job.plainFile().toString());
        int struck = 0;
        for (int i = 0; i < strikes.size(); i++) {
            long least = 2L * (i + 1) * NumberJob.NUMBERS / (3L * strikes.size());
            try {
                Waiting.until(
                        "number " + least,
                        Duration.ofMinutes(3),
                        () -> resumePaused() && (job.linesWritten() >= least || !client.isAlive()));
            } catch (AssertionError e) {
                throw new AssertionError(said(), e);
            }
            struck += client.isAlive() ? 1 : 0;
            strike(strikes.get(i));
        }
        Waiting.until("the end of pauses", () -> resumePaused() && paused.isEmpty());
        assertThat(struck).as("while the job ran").isEqualTo(strikes.size());
        Waiting.until("the end", Duration.ofMinutes(5), () -> !client.isAlive());
        assertThat(client.exitCode()).as(() -> client.said() + said()).isZero();
        var all = new BitSet();
        all.set(0, NumberJob.NUMBERS);
        assertThat(job.written()).isEqualTo(all);
    }

    private String said() {
        return Stream.concat(coordinators.stream(), members.stream())
                .map(Member::said)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void whateverIsKilledOfLeadersAndPeersEveryNumberIsWritten() throws Exception {
        try (var server = DevelopmentServer.start(null, 0)) {
            store = server.address("tests") + "?sessionTimeoutMillis=" + SESSION.toMillis();
            ordeal(strikes(5, 5, 2, 2));
        }
    }

    @Test
    @Tag("campaign")
    @Tag("coordinators")
    void whateverIsKilledManyTimesEveryNumberIsWritten() throws Exception {
        int times = Integer.getInteger("coordinators.strikes", 100);
        try (var server = DevelopmentServer.start(null, 0)) {
            store = server.address("tests") + "?sessionTimeoutMillis=" + SESSION.toMillis();
            ordeal(strikes(times * 4 / 10, times * 4 / 10, times / 10, times / 10));
        }
    }

    /** A directory has no sessions that expire, so a leader is killed there and not paused. */
    @Test
    void workGoesOnWithoutACoordinatorAndEndsWithTheNextOne() throws Exception {
        store = "file:" + directory.resolve("store");
        startAll();
        var job = new NumberJob(directory);
        Member client = program(
                "job", "submit", "--store", store, "--wait", job.plainFile().toString());
        Waiting.until("a first line", () -> job.linesWritten() > 0);
        for (Member coordinator : coordinators) {
            coordinator.kill();
        }
        long before = job.linesWritten();
        Waiting.until("more lines", () -> job.linesWritten() > before + NumberJob.NUMBERS / 10);
        assertThat(client.isAlive()).as(client.said()).isTrue();
        coordinators.add(coordinate());
        Member last = coordinators.get(coordinators.size() - 1);
        Waiting.until("the end", Duration.ofMinutes(5), () -> !client.isAlive());
        assertThat(client.exitCode()).as(() -> client.said() + said()).isZero();
        var all = new BitSet();
        all.set(0, NumberJob.NUMBERS);
        assertThat(job.written()).isEqualTo(all);
        assertThat(last.terminate()).as(last.said()).isZero();
    }
}
