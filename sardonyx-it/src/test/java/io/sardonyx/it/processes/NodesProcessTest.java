package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.claim.JobIndex;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.json.Json;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes as processes that share the files of a directory by leases. They are killed, and paused for longer than a
 * lease. {@code -Dnodes.seed} chooses whom; {@code -Dnodes.kills} and {@code -Dnodes.stops} how often in the campaign.
 * Public, since the job names a method.
 */
public class NodesProcessTest {

    private static final int NODES = 3;
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final JobId JOB = JobId.of("stamps");
    private static final String STOP = "stop";
    private static final String KILL = "kill";
    private static final String KILL_STORE = "kill the store";

    @TempDir
    private Path directory;

    private final List<Member> started = new ArrayList<>();
    private final List<Member> nodes = new ArrayList<>();
    /** When each of the nodes that are paused is to be resumed. */
    private final Map<Member, Long> paused = new HashMap<>();

    private final long seed = Long.getLong("nodes.seed", 18);
    private final Random random = new Random(seed);
    private String store = "";
    private int storePort;

    /** The line and when it was worked on, by a clock that all processes of this machine share; slow on purpose. */
    public static String stamped(String line) {
        LockSupport.parkNanos(500_000);
        return line + " " + System.nanoTime();
    }

    @AfterEach
    void killAll() {
        started.forEach(Member::strike);
    }

    private Member program(String... arguments) throws IOException {
        Member member = Program.start(directory.resolve("said-" + started.size()), arguments);
        started.add(member);
        return member;
    }

    private Member node() throws IOException {
        return program(
                "node", "start", "--store", store, "--workers", "2", "--lease", "2s", "--allow", "io.sardonyx.it");
    }

    private String said() {
        return started.stream().map(Member::said).collect(Collectors.joining("\n", "seed " + seed + "\n", ""));
    }

    private TreeSet<String> files(int count, int lines) throws IOException {
        Path in = Files.createDirectories(directory.resolve("in"));
        var wanted = new TreeSet<String>();
        for (int i = 0; i < count; i++) {
            var text = new ArrayList<String>();
            for (int line = 0; line < lines; line++) {
                text.add(i + ":" + line);
            }
            wanted.addAll(text);
            Files.write(in.resolve(String.format("%05d.txt", i)), text);
        }
        return wanted;
    }

    private Path out() {
        return directory.resolve("out");
    }

    private void submit() throws Exception {
        Path job = Files.writeString(
                directory.resolve("job.json"), """
                {"id": "%s", "workflow": [["read", "stamp"], ["stamp", "write"]],
                 "catalog": [{"name": "read", "input": {"plugin": "lines", "path": "%s/in/*.txt"}},
                             {"name": "stamp", "fn": "%s::stamped"},
                             {"name": "write", "output": {"plugin": "files", "path": "%s"}}]}
                """.formatted(JOB, directory, NodesProcessTest.class.getName(), out()));
        Member client = program("node", "submit", "--store", store, job.toString());
        assertThat(client.exitCode()).as(client::said).isZero();
    }

    private List<Path> written(String suffix) {
        if (!Files.isDirectory(out())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(out())) {
            return files.filter(file -> file.toString().endsWith(suffix)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Number of partitions of which something is published. */
    private long begun() {
        return written(".txt").stream()
                .map(Part::of)
                .map(Part::partition)
                .distinct()
                .count();
    }

    /**
     * A published file, by its name: {@code JOB.TASK.PARTITION.COPY.NUMBER.txt}.
     *
     * @param copy of the job, made by one node for one lease of the partition
     */
    private record Part(String partition, String copy) {

        static Part of(Path file) {
            String[] words = file.getFileName().toString().split("\\.", -1);
            return new Part(words[2], words[3]);
        }
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

    private void strike(String what) throws Exception {
        if (what.equals(KILL_STORE)) {
            started.get(0).kill();
            started.set(0, serve());
            return;
        }
        int victim = random.nextInt(nodes.size());
        Member node = nodes.get(victim);
        if (what.equals(STOP) && !paused.containsKey(node)) {
            node.pause();
            paused.put(node, System.nanoTime() + LEASE.toNanos() + (long) (random.nextDouble() * LEASE.toNanos()));
        } else {
            paused.remove(node);
            node.kill();
            nodes.set(victim, node());
        }
    }

    private List<String> strikes(int kills, int stops, int stores) {
        var strikes = new ArrayList<String>();
        Map.of(KILL, kills, STOP, stops, KILL_STORE, stores).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(kind -> {
                    for (int i = 0; i < kind.getValue(); i++) {
                        strikes.add(random.nextInt(strikes.size() + 1), kind.getKey());
                    }
                });
        return strikes;
    }

    /** Kills and pauses in any order while files are read, then sees what came out. */
    private void ordeal(int files, int lines, List<String> strikes) throws Exception {
        System.out.println("seed " + seed + ": " + strikes);
        TreeSet<String> wanted = files(files, lines);
        submit();
        for (int i = 0; i < NODES; i++) {
            nodes.add(node());
        }
        for (int i = 0; i < strikes.size(); i++) {
            long least = 1 + (long) i * files * 9 / (10L * strikes.size());
            await("file " + least, () -> begun() >= least);
            strike(strikes.get(i));
        }
        await("the end of pauses", paused::isEmpty);
        awaitEnd();
        check(wanted);
        for (Member node : nodes) {
            assertThat(node.terminate()).as(node::said).isZero();
        }
    }

    private void await(String wish, java.util.function.BooleanSupplier wished) {
        try {
            Waiting.until(wish, Duration.ofMinutes(4), () -> resumePaused() && wished.getAsBoolean());
        } catch (AssertionError e) {
            throw new AssertionError(said(), e);
        }
    }

    private void awaitEnd() {
        try (Store opened = Stores.open(store)) {
            var client = new NodeClient(opened.documents(), Member.PATIENCE, InstantSource.system());
            await("the end", () -> client.index().job(JOB).orElseThrow().state() == JobIndex.State.DONE);
        }
    }

    /** Every line is there, nothing but published parts, and none by a node after its partition had another holder. */
    private void check(TreeSet<String> wanted) throws IOException {
        var found = new TreeSet<String>();
        long all = 0;
        var times = new TreeMap<String, Map<String, long[]>>();
        for (Path file : written(".txt")) {
            Part part = Part.of(file);
            long[] span = times.computeIfAbsent(part.partition, name -> new TreeMap<>())
                    .computeIfAbsent(part.copy, name -> new long[] {Long.MAX_VALUE, Long.MIN_VALUE});
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ", -1);
                found.add(words[0]);
                long time = Long.parseLong(words[1]);
                span[0] = Math.min(span[0], time);
                span[1] = Math.max(span[1], time);
                all++;
            }
        }
        assertThat(found).as(this::said).isEqualTo(wanted);
        assertThat(written("")).as(this::said).allMatch(file -> file.toString().endsWith(".txt"));
        times.forEach((partition, copies) -> {
            List<long[]> ordered = copies.values().stream()
                    .sorted((a, b) -> Long.compare(a[0], b[0]))
                    .toList();
            for (int i = 1; i < ordered.size(); i++) {
                assertThat(ordered.get(i - 1)[1])
                        .as("lines of %s by a former holder, among %s: %s", partition, copies.keySet(), said())
                        .isLessThan(ordered.get(i)[0]);
            }
        });
        long taken = times.values().stream().filter(copies -> copies.size() > 1).count();
        System.out.println("lines " + wanted.size() + ", written twice " + (all - wanted.size())
                + ", files with several holders " + taken);
    }

    @Test
    void killedAndPausedNodesLoseNothingAndNobodyWritesBehindASuccessorsBack() throws Exception {
        store = "file:" + directory.resolve("store");
        ordeal(300, 200, strikes(10, 5, 0));
    }

    @Test
    void whenAllNodesWereKilledOneFinishesTheJob() throws Exception {
        store = "file:" + directory.resolve("store");
        TreeSet<String> wanted = files(40, 200);
        nodes.add(node());
        nodes.add(node());
        submit();
        await("some files", () -> begun() >= 5);
        for (Member node : nodes) {
            node.kill();
        }
        assertThat(begun()).isLessThan(40);
        node();
        awaitEnd();
        check(wanted);
    }

    @Tag("campaign")
    @Tag("nodes")
    @Test
    void onADirectory() throws Exception {
        store = "file:" + directory.resolve("store");
        ordeal(2_000, 200, strikes(Integer.getInteger("nodes.kills", 100), Integer.getInteger("nodes.stops", 50), 0));
    }

    @Tag("campaign")
    @Tag("nodes")
    @Test
    void onAZooKeeperThatIsKilledToo() throws Exception {
        Member server = serve();
        store = Json.read(server.said().getBytes(StandardCharsets.UTF_8))
                .at("store")
                .text();
        storePort = (int) Json.read(server.said().getBytes(StandardCharsets.UTF_8))
                .at("port")
                .whole(1, 65_535);
        ordeal(2_000, 200, strikes(Integer.getInteger("nodes.kills", 100), Integer.getInteger("nodes.stops", 50), 10));
    }

    private Member serve() throws IOException {
        Member server = program(
                "store",
                "serve",
                "--json",
                "--port",
                String.valueOf(storePort),
                "--dir",
                directory.resolve("zookeeper").toString());
        Waiting.until("a ZooKeeper", () -> server.said().endsWith("}\n"));
        return server;
    }
}
