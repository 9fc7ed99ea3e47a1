package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.claim.JobIndex;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Nodes as processes that share the files of a directory through a store, while they are killed, and paused for longer
 * than a lease. {@code -Dnodes.seed} chooses whom. Public, since the job names a method.
 */
public final class NodesOrdeal implements AutoCloseable {

    static final Duration LEASE = Duration.ofSeconds(2);

    private static final int NODES = 3;
    /** How a program ends that cannot reach the store. */
    private static final int STORE_AWAY = 3;

    private static final JobId JOB = JobId.of("stamps");

    /** Something bad that happens. */
    private enum Strike {
        KILL,
        PAUSE,
        KILL_STORE
    }

    /** Kills the server of a store, which then comes back with what it has acknowledged. */
    interface StoreKill {

        void run() throws Exception;
    }

    private final Path directory;
    private final String store;
    private final List<Member> started = new ArrayList<>();
    private final List<Member> nodes = new ArrayList<>();
    /** When each of the nodes that are paused is to be resumed. */
    private final Map<Member, Long> paused = new HashMap<>();

    private final long seed = Long.getLong("nodes.seed", 18);
    private final Random random = new Random(seed);

    NodesOrdeal(Path directory, String store) {
        this.directory = directory;
        this.store = store;
    }

    /** The line and when it was worked on, by a clock that all processes of this machine share; slow on purpose. */
    public static String stamped(String line) {
        LockSupport.parkNanos(500_000);
        return line + " " + System.nanoTime();
    }

    private Member program(String... arguments) throws IOException {
        Member member = Program.start(directory.resolve("said-" + started.size()), arguments);
        started.add(member);
        return member;
    }

    Member node() throws IOException {
        Member node = program(
                "node",
                "start",
                "--store",
                store,
                "--workers",
                "2",
                "--lease",
                LEASE.toMillis() + "ms",
                "--allow",
                "io.sardonyx.it");
        nodes.add(node);
        return node;
    }

    private String said() {
        return started.stream().map(Member::said).collect(Collectors.joining("\n", "seed " + seed + "\n", ""));
    }

    private TreeSet<String> files(int count, int lines) throws IOException {
        var wanted = new TreeSet<String>();
        for (int i = 0; i < count; i++) {
            var text = new ArrayList<String>();
            for (int line = 0; line < lines; line++) {
                text.add(i + ":" + line);
            }
            wanted.addAll(text);
            file(String.format("%05d.txt", i), text);
        }
        return wanted;
    }

    /** Writes a file that the job reads. */
    void file(String name, List<String> lines) throws IOException {
        Files.write(Files.createDirectories(directory.resolve("in")).resolve(name), lines);
    }

    private Path out() {
        return directory.resolve("out");
    }

    private void submit() throws Exception {
        submit(NodesOrdeal.class.getName() + "::stamped", 64 << 20);
    }

    /** Submits the job, whose lines pass a function, and whose parts are published at a size. */
    void submit(String function, int partBytes) throws Exception {
        Path job = Files.writeString(
                directory.resolve("job.json"), """
                {"id": "%s", "workflow": [["read", "stamp"], ["stamp", "write"]],
                 "catalog": [{"name": "read", "input": {"plugin": "lines", "path": "%s/in/*.txt"}},
                             {"name": "stamp", "fn": "%s"},
                             {"name": "write",
                              "output": {"plugin": "files", "path": "%s", "partBytes": %d}}]}
                """.formatted(JOB, directory, function, out(), partBytes));
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

    /** Whether a node has ended by itself, which only one may do that starts while the store is away. */
    private static boolean hasEnded(Member node) throws InterruptedException {
        if (node.isAlive()) {
            return false;
        }
        assertThat(node.exitCode()).as(node::said).isEqualTo(STORE_AWAY);
        return true;
    }

    private void strike(Strike what, StoreKill storeKill) throws Exception {
        if (what == Strike.KILL_STORE) {
            storeKill.run();
            return;
        }
        int victim = random.nextInt(nodes.size());
        Member node = nodes.get(victim);
        if (hasEnded(node)) {
            nodes.remove(victim);
            node();
            return;
        }
        if (what == Strike.PAUSE && !paused.containsKey(node)) {
            node.pause();
            paused.put(node, System.nanoTime() + LEASE.toNanos() + (long) (random.nextDouble() * LEASE.toNanos()));
        } else {
            paused.remove(node);
            node.kill();
            nodes.remove(victim);
            node();
        }
    }

    private List<Strike> strikes(int kills, int pauses, int stores) {
        var strikes = new ArrayList<Strike>();
        Map.of(Strike.KILL, kills, Strike.PAUSE, pauses, Strike.KILL_STORE, stores).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(kind -> {
                    for (int i = 0; i < kind.getValue(); i++) {
                        strikes.add(random.nextInt(strikes.size() + 1), kind.getKey());
                    }
                });
        return strikes;
    }

    /** Kills and pauses nodes in any order while files are read, then sees what came out. */
    void run(int files, int kills, int pauses) throws Exception {
        run(files, strikes(kills, pauses, 0), () -> {});
    }

    /**
     * 100 kills and 50 pauses while 400 files are read, or as many as {@code -Dnodes.kills}, {@code -Dnodes.stops} and
     * {@code -Dnodes.files} say.
     *
     * @param storeKill happens ten times, too, if there is one
     */
    void campaign(StoreKill... storeKill) throws Exception {
        var strikes = strikes(
                Integer.getInteger("nodes.kills", 100), Integer.getInteger("nodes.stops", 50), 10 * storeKill.length);
        run(Integer.getInteger("nodes.files", 400), strikes, storeKill.length == 0 ? () -> {} : storeKill[0]);
    }

    private void run(int files, List<Strike> strikes, StoreKill storeKill) throws Exception {
        System.out.println("seed " + seed + ": " + strikes);
        long start = System.nanoTime();
        TreeSet<String> wanted = files(files, 200);
        submit();
        for (int i = 0; i < NODES; i++) {
            node();
        }
        for (int i = 0; i < strikes.size(); i++) {
            long least = 1 + (long) i * files * 9 / (10L * strikes.size());
            await("file " + least, () -> begun() >= least);
            strike(strikes.get(i), storeKill);
        }
        await("the end of pauses", paused::isEmpty);
        awaitEnd();
        check(wanted);
        terminate();
        System.out.println(
                "after " + Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s");
    }

    /** Kills all nodes when some files are done; then one finishes the job. */
    void killAll() throws Exception {
        int files = 40;
        TreeSet<String> wanted = files(files, 200);
        node();
        node();
        submit();
        await("some files", () -> begun() >= 5);
        for (Member node : List.copyOf(nodes)) {
            node.kill();
        }
        nodes.clear();
        assertThat(begun()).isLessThan(files);
        node();
        awaitEnd();
        check(wanted);
        terminate();
    }

    /** SIGTERM to all nodes, once the last of them has begun, which then end by themselves. */
    void terminate() throws Exception {
        for (Member node : nodes) {
            await("a node that has begun", () -> !node.isAlive() || node.said().contains(" has 2 workers"));
            if (!hasEnded(node)) {
                assertThat(node.terminate()).as(node::said).isZero();
            }
        }
    }

    void await(String wish, BooleanSupplier wished) {
        try {
            Waiting.until(wish, Duration.ofMinutes(4), () -> resumePaused() && wished.getAsBoolean());
        } catch (AssertionError e) {
            throw new AssertionError(said(), e);
        }
    }

    void awaitEnd() {
        try (Store opened = Stores.open(store)) {
            var client = new NodeClient(opened.documents(), Member.PATIENCE, InstantSource.system());
            await("the end", () -> client.index().job(JOB).orElseThrow().state() == JobIndex.State.DONE);
        }
    }

    private void checkNothingButParts() {
        assertThat(written("")).as(this::said).allMatch(file -> file.toString().endsWith(".txt"));
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
        checkNothingButParts();
        times.forEach(this::checkOneAfterTheOther);
        long taken = times.values().stream().filter(copies -> copies.size() > 1).count();
        System.out.println("lines " + wanted.size() + ", written twice " + (all - wanted.size())
                + ", files with several holders " + taken);
    }

    /** @param copies of one partition, with the times of their first and last lines */
    private void checkOneAfterTheOther(String partition, Map<String, long[]> copies) {
        List<long[]> ordered = copies.values().stream()
                .sorted((a, b) -> Long.compare(a[0], b[0]))
                .toList();
        for (int i = 1; i < ordered.size(); i++) {
            assertThat(ordered.get(i - 1)[1])
                    .as("lines of %s by a former holder, among %s: %s", partition, copies.keySet(), said())
                    .isLessThan(ordered.get(i)[0]);
        }
    }

    /** All lines; every file is published. */
    List<String> lines() throws IOException {
        checkNothingButParts();
        var lines = new ArrayList<String>();
        for (Path file : written(".txt")) {
            lines.addAll(Files.readAllLines(file));
        }
        return lines;
    }

    @Override
    public void close() {
        started.forEach(Member::strike);
    }
}
