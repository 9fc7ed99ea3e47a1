package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.SealTask;
import io.sardonyx.json.Json;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Health;
import io.sardonyx.replica.Replica;
import io.sardonyx.zookeeper.DevelopmentServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clusters of processes whose segments travel through brokers of their own processes; all of them are killed and
 * paused. {@code -Dbrokers.seed} chooses the victims and times, {@code -Dbrokers.kills}, {@code -Dbrokers.pauses},
 * {@code -Dbrokers.restarts} and {@code -Dbrokers.ends} how often the campaign does it. Public, since jobs name its
 * methods.
 */
public class QueuedClusterTest {

    private static final int PROCESSES = 3;
    private static final int FILES = 4;
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    /** Kinds of strikes: kill a process, pause a process, kill a broker. */
    private static final int KINDS = 3;
    /** Lines of each file for each kill or pause, so that the job lasts until the last of them. */
    private static final int LINES_FOR_EACH = 2_000;

    /** A broker at a port and a directory that outlive its process. */
    private static final class Served {

        private final Path data;
        private Member process;
        private String address;
        private int port;

        private Served(Path data) {
            this.data = data;
        }
    }

    @TempDir
    private Path directory;

    private final List<Member> started = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private final List<Served> brokers = new ArrayList<>();
    private final long seed = Long.getLong("brokers.seed", 5);
    private final Random random = new Random(seed);
    /** When each of the processes that are paused is to be resumed. */
    private final Map<Member, Long> paused = new HashMap<>();

    private int pauses;
    private String store;

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
        return store == null ? "file:" + directory.resolve("store") : store;
    }

    /** Starts brokers that share a password, as the processes of one cluster know only one. */
    private void serveBrokers(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            var broker = new Served(directory.resolve("broker-" + i));
            if (i > 0) {
                Files.createDirectories(broker.data);
                Files.copy(brokers.get(0).data.resolve("password"), broker.data.resolve("password"));
            }
            serve(broker);
            brokers.add(broker);
        }
    }

    private void serve(Served broker) throws IOException {
        broker.process = program(
                "broker", "serve", "--json", "--dir", broker.data.toString(), "--port", Integer.toString(broker.port));
        Waiting.until("a broker", () -> broker.process.said().endsWith("}\n"));
        var told = Json.read(broker.process.said().getBytes(StandardCharsets.UTF_8));
        broker.address = told.at("broker").text();
        broker.port = told.at("port").count(1);
    }

    private void killAndServe(Served broker) throws Exception {
        broker.process.kill();
        serve(broker);
    }

    /** The address of all brokers. */
    private String address() {
        String places =
                brokers.stream().map(broker -> "127.0.0.1:" + broker.port).collect(Collectors.joining(","));
        return brokers.get(0).address.replace("127.0.0.1:" + brokers.get(0).port, places) + "&timeoutMillis="
                + TIMEOUT.toMillis();
    }

    private Member join(String... more) throws IOException {
        var arguments = new ArrayList<>(List.of("peers", "start", "--store", store(), "--allow", "io.sardonyx.it"));
        arguments.addAll(List.of(more));
        return program(arguments.toArray(String[]::new));
    }

    private void joinAll(int processes, int peers) throws IOException {
        for (int i = 0; i < processes; i++) {
            members.add(join("--peers", Integer.toString(peers), "--broker", address()));
        }
        awaitMembers();
    }

    private Member submit(String id, int lines, String function) throws IOException {
        return program(
                "job",
                "submit",
                "--store",
                store(),
                "--wait",
                job(id, lines, function).toString());
    }

    private Path job(String id, int lines, String function) throws IOException {
        Path in = Files.createDirectories(directory.resolve("in-" + id));
        for (int file = 0; file < FILES; file++) {
            Files.write(in.resolve(file + ".txt"), lines(file, lines));
        }
        return Files.writeString(directory.resolve(id + ".json"), """
                {"id": "%s", "delivery": "queued", "workflow": [["read", "work"], ["work", "write"]],
                 "catalog": [{"name": "read", "input": {"plugin": "lines", "path": "%s/*.txt"}},
                             {"name": "work", "fn": "%s"},
                             {"name": "write", "output": {"plugin": "files", "format": "lines", "path": "%s"}}]}
                """.formatted(id, in, function, out(id)));
    }

    private static List<String> lines(int file, int lines) {
        return IntStream.range(0, lines).mapToObj(line -> file + "-" + line).toList();
    }

    private Path out(String id) {
        return directory.resolve("out-" + id);
    }

    public static String same(String line) {
        return line;
    }

    public static String slowly(String line) {
        LockSupport.parkNanos(500_000);
        return line;
    }

    private static String named(String function) {
        return QueuedClusterTest.class.getName() + "::" + function;
    }

    /** Numbers of the lines that are written, by file, whether or not they are published. */
    private Map<Integer, BitSet> written(String id) {
        var lines = new TreeMap<Integer, BitSet>();
        try (Stream<Path> files = Files.walk(out(id))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (Stream<String> each = Files.lines(file)) {
                    each.filter(line -> line.matches("\\d-\\d+"))
                            .forEach(line -> lines.computeIfAbsent(line.charAt(0) - '0', none -> new BitSet())
                                    .set(Integer.parseInt(line, 2, line.length(), 10)));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // a file was renamed or is not there yet: whoever waits looks again
        }
        return lines;
    }

    private boolean isWritten(String id, int lines, int... files) {
        Map<Integer, BitSet> written = written(id);
        return IntStream.of(files).allMatch(file -> all(lines).equals(written.get(file)));
    }

    private static BitSet all(int lines) {
        var all = new BitSet();
        all.set(0, lines);
        return all;
    }

    private void assertComplete(Member client, String id, int lines) throws Exception {
        Waiting.until("the end of " + id, Duration.ofMinutes(5), () -> !client.isAlive());
        assertThat(client.exitCode()).as(() -> client.said() + said()).isZero();
        Map<Integer, BitSet> written = written(id);
        assertThat(written).hasSize(FILES);
        written.forEach((file, numbers) -> assertThat(numbers.equals(all(lines)))
                .as("all lines of file " + file)
                .isTrue());
    }

    private String said() {
        return members.stream().map(Member::said).collect(Collectors.joining("\n"));
    }

    /** Kills and pauses in any order while a job runs, which has to write every line and to end. */
    private void ordeal(int kills, int pauses, int brokerKills, Duration between) throws Exception {
        int lines = LINES_FOR_EACH * (kills + pauses + brokerKills);
        System.out.println("seed " + seed + ": " + kills + " kills and " + pauses + " pauses of processes, "
                + brokerKills + " kills of one of " + brokers.size() + " brokers");
        joinAll(PROCESSES, 2);
        Member client = submit("queued", lines, named("slowly"));
        List<Integer> strikes = strikes(kills, pauses, brokerKills);
        int struck = 0;
        for (int strike : strikes) {
            Waiting.pass(between);
            struck += client.isAlive() ? 1 : 0;
            strike(strike);
        }
        System.out.println(struck + " of " + strikes.size() + " while the job ran");
        assertComplete(client, "queued", lines);
    }

    private void awaitMembers() {
        try {
            Waiting.until(
                    "members", () -> members.stream().allMatch(it -> it.id().isPresent()));
        } catch (AssertionError e) {
            throw new AssertionError(said(), e);
        }
    }

    private void strike(int kind) throws Exception {
        int victim = random.nextInt(members.size());
        if (kind == 0) {
            members.get(victim).kill();
            members.set(victim, join("--peers", "2", "--broker", address()));
        } else if (kind == 1) {
            members.get(victim).pause();
            Waiting.pass(random.nextBoolean() ? TIMEOUT.dividedBy(2) : TIMEOUT.multipliedBy(3));
            members.get(victim).resume();
        } else {
            killAndServe(brokers.get(random.nextInt(brokers.size())));
        }
    }

    @Test
    void whateverIsKilledEveryNumberEntersTheLastQueueOnceAndIsWritten() throws Exception {
        serveBrokers(1);
        ordealOfNumbers();
    }

    @Test
    void whateverIsKilledOfTwoBrokersEveryNumberEntersTheLastQueueOnceAndIsWritten() throws Exception {
        serveBrokers(2);
        ordealOfNumbers();
    }

    /** Kills and pauses in any order while a million numbers are worked on. */
    private void ordealOfNumbers() throws Exception {
        joinAll(PROCESSES, 2);
        var job = new NumberJob(directory);
        Member client = program(
                "job", "submit", "--store", store(), "--wait", job.file().toString());
        try (AdminClient view = AdminClient.connect(store())) {
            int[] struck = new int[KINDS];
            List<Integer> strikes = strikes(10, 2, 2);
            for (int i = 0; i < strikes.size(); i++) {
                // the last one when two thirds are written
                long least = 2L * (i + 1) * NumberJob.NUMBERS / (3L * strikes.size());
                awaitNumber(job, view, least);
                boolean runs = !job.isWritten(view);
                strikeWorker(strikes.get(i));
                struck[strikes.get(i)] += runs ? 1 : 0;
            }
            Waiting.until("the end of pauses", () -> resumePaused() && paused.isEmpty());
            assertThat(struck).as("while the job ran").containsExactly(10, 2, 2);
            Waiting.until("the end of writing", Duration.ofMinutes(5), () -> job.isWritten(view));
            assertThat(job.held(view, address()))
                    .isEqualTo(IntStream.range(0, NumberJob.NUMBERS).toArray());
        }
        members.add(join("--peers", "1", "--tags", NumberJob.HOLDER, "--broker", address()));
        Waiting.until("the end", Duration.ofMinutes(5), () -> !client.isAlive());
        assertThat(client.exitCode()).as(() -> client.said() + said()).isZero();
        assertThat(job.written()).isEqualTo(all(NumberJob.NUMBERS));
    }

    /** Waits for a line to be written, and until so few deaths are counted that a few more do not hold the job. */
    private void awaitNumber(NumberJob job, AdminClient view, long least) {
        try {
            Waiting.until(
                    "number " + least,
                    () -> resumePaused() && job.linesWritten() >= least && job.deaths(view) < Health.MOST_DEATHS / 2);
        } catch (AssertionError e) {
            throw new AssertionError(view.replica().replica().jobs().live() + "\n" + said(), e);
        }
    }

    private List<Integer> strikes(int... counts) {
        var strikes = new ArrayList<Integer>();
        for (int kind = 0; kind < counts.length; kind++) {
            for (int i = 0; i < counts[kind]; i++) {
                strikes.add(random.nextInt(strikes.size() + 1), kind);
            }
        }
        return strikes;
    }

    /** Strikes a process that is a member, so that it has something to lose; pauses end while others are struck. */
    private void strikeWorker(int kind) throws Exception {
        if (kind == 2) {
            killAndServe(brokers.get(random.nextInt(brokers.size())));
            return;
        }
        var victims = new ArrayList<Member>();
        Waiting.until("a member", () -> {
            victims.clear();
            members.stream()
                    .filter(it -> !paused.containsKey(it) && it.id().isPresent())
                    .forEach(victims::add);
            return resumePaused() && !victims.isEmpty();
        });
        Member victim = victims.get(random.nextInt(victims.size()));
        if (kind == 0) {
            victim.kill();
            members.set(members.indexOf(victim), join("--peers", "2", "--broker", address()));
        } else {
            victim.pause();
            Duration pause = pauses++ % 2 == 0 ? TIMEOUT.dividedBy(2) : TIMEOUT.multipliedBy(2);
            paused.put(victim, System.nanoTime() + pause.toNanos());
        }
    }

    /** Resumes those that were paused for long enough; always true. */
    private boolean resumePaused() {
        paused.entrySet().removeIf(each -> {
            boolean due = System.nanoTime() - each.getValue() >= 0;
            if (due) {
                each.getKey().resume();
            }
            return due;
        });
        return true;
    }

    @Test
    @Tag("campaign")
    @Tag("brokers")
    void whateverIsKilledManyTimesEveryLineIsWritten() throws Exception {
        serveBrokers(1);
        ordeal(times("kills", 100), times("pauses", 20), times("restarts", 20), Duration.ofSeconds(3));
    }

    @Test
    @Tag("campaign")
    @Tag("brokers")
    void whateverIsKilledOfTwoBrokersEveryLineIsWritten() throws Exception {
        serveBrokers(2);
        ordeal(times("kills", 100) / 4, times("pauses", 20) / 4, times("restarts", 20) / 2, Duration.ofSeconds(3));
    }

    private static int times(String what, int usual) {
        return Integer.getInteger("brokers." + what, usual);
    }

    @Test
    @Tag("campaign")
    @Tag("brokers")
    void aBrokerThatIsDownKeepsItsPartWhileTheOtherGoesOn() throws Exception {
        int lines = 4_000; // so many that some are left when the broker is killed
        serveBrokers(2);
        joinAll(2, 2);
        Member client = submit("parts", lines, named("slowly"));
        Waiting.until("a first line", () -> !written("parts").isEmpty());
        brokers.get(1).process.kill();
        Waiting.until("what the other has", () -> isWritten("parts", lines, 0, 2));
        assertThat(client.isAlive()).as(client.said()).isTrue();
        assertThat(isWritten("parts", lines, 1, 3)).isFalse();
        serve(brokers.get(1));
        assertComplete(client, "parts", lines);
    }

    @Test
    void whatAPausedProcessHoldsIsDoneByOthersAndItComesBack() throws Exception {
        try (var server = DevelopmentServer.start(null, 0)) {
            store = server.address("tests") + "?sessionTimeoutMillis=" + TIMEOUT.toMillis();
            serveBrokers(1);
            joinAll(2, 2);
            Member client = submit("paused", 1_000, named("slowly"));
            Waiting.until("a first line", () -> !written("paused").isEmpty());
            Member paused = members.get(0);
            var before = paused.id().orElseThrow();
            paused.pause();
            assertComplete(client, "paused", 1_000);
            // the broker may have given its messages to others before the store held it for dead
            try (AdminClient view = AdminClient.connect(store)) {
                Waiting.until(
                        "its death", () -> !view.replica().replica().ring().isMember(before));
            }
            paused.resume();
            Waiting.until("a new id", () -> !paused.id().orElseThrow().equals(before));
            assertComplete(submit("again", 100, named("same")), "again", 100);
        }
    }

    @Test
    void aBrokerKilledAroundTheEndOfATaskAnnouncesNoEndEarly() throws Exception {
        serveBrokers(1);
        joinAll(2, 2);
        killAtEnds(2);
    }

    @Test
    @Tag("campaign")
    @Tag("brokers")
    void aBrokerKilledAroundTheEndOfATaskManyTimesAnnouncesNoEndEarly() throws Exception {
        serveBrokers(1);
        joinAll(2, 2);
        killAtEnds(times("ends", 100));
    }

    /** Kills the broker at some moment after a {@code seal-task}, when the sentinels of the next task are given. */
    private void killAtEnds(int times) throws Exception {
        System.out.println("seed " + seed + ": " + times + " kills of the broker at the end of a task");
        try (AdminClient client = AdminClient.connect(store())) {
            int kills = 0;
            for (int job = 0; kills < times; job++) {
                var sealed = new Seals("ends-" + job);
                Member submitted;
                try (var watch = client.listen(sealed)) {
                    assertThat(watch).isNotNull();
                    submitted = submit(sealed.job, 200, named("same"));
                    // the last seal-task is that of the output, whose end nobody is told of by the broker
                    for (int task = 0; task < 2 && kills < times; task++, kills++) {
                        assertThat(sealed.tasks.get(task).await(2, TimeUnit.MINUTES))
                                .isTrue();
                        LockSupport.parkNanos(random.nextInt(20_000_000));
                        killAndServe(brokers.get(0));
                    }
                }
                assertComplete(submitted, sealed.job, 200);
            }
        }
    }

    /** Waits for the entries {@code seal-task} of a job. */
    private static final class Seals implements AdminClient.LogListener {

        private final String job;
        private final List<CountDownLatch> tasks = List.of(new CountDownLatch(1), new CountDownLatch(1));
        private final Set<String> seen = new TreeSet<>();

        private Seals(String job) {
            this.job = job;
        }

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            if (entry.step() instanceof SealTask seal
                    && seal.job().text().equals(job)
                    && seen.add(seal.task().text())
                    && seen.size() <= tasks.size()) {
                tasks.get(seen.size() - 1).countDown();
            }
        }
    }

    @Test
    void aProcessWithoutABrokerLeavesTheJobToOthersAndOneWithAnotherBrokerIsRefused() throws Exception {
        serveBrokers(1);
        Member without = join();
        Waiting.until("a member", () -> without.id().isPresent());
        members.add(join("--peers", "3", "--broker", address()));
        awaitMembers();
        assertComplete(submit("few", 10, named("same")), "few", 10);

        Member other = program("broker", "serve", "--json", "--port", "0");
        Waiting.until("another broker", () -> other.said().endsWith("}\n"));
        String elsewhere = Json.read(other.said().getBytes(StandardCharsets.UTF_8))
                .at("broker")
                .text();
        Member refused = join("--broker", elsewhere);
        assertThat(refused.exitCode()).as(refused.said()).isEqualTo(2);
        assertThat(refused.said())
                .contains("--broker: this process has the brokers artemis://127.0.0.1:")
                .contains("but those of its cluster are artemis://127.0.0.1:" + brokers.get(0).port)
                .doesNotContain("password");
        assertThat(other.terminate()).as(other.said()).isZero();
        assertThat(other.said().lines()).as("nothing of Artemis's own").hasSize(1);
    }
}
