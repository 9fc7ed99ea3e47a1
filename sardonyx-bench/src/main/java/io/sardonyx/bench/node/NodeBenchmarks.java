package io.sardonyx.bench.node;

import io.sardonyx.Nodes;
import io.sardonyx.claim.JobIndex;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Nodes as processes over a directory store: throughput, store calls, take-over, memory; beside must and aim. */
public final class NodeBenchmarks {

    private static final String USAGE = """
            usage: nodes [--quick] [--store directory|memory|zookeeper|opensearch] PART…
              w18       files of 1 MiB, lines -> words -> files, 3 processes of 2 workers, beside run; writes
              w19       from SIGKILL of a node until others have its partitions
              calls     store calls of a node that works on two endless partitions
              listed    memory and CPU of a node in whose store 10,000 partitions are listed
              executor  empty tasks on 3 nodes of 5 workers, beside the document writes of the same store
              cluster   3 processes found a masterless cluster: until all have joined, and until a job's first output
            W18 and W19 measure a directory only, and calls alone a store in memory.""";

    private static final List<String> OF_ANY_STORE = List.of("calls", "listed", "executor", "cluster");
    private static final List<String> OF_MEMORY = List.of("calls");

    private static final List<String> ALL = List.of("w18", "w19", "calls", "listed", "executor", "cluster");
    private static final int NODES = 3;
    private static final int WORKERS = 2;
    private static final int TASK_WORKERS = 5;
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final long MINUTES = 20;
    private static final int TOGETHER = 16;

    private final boolean quick;
    private final Path directory;
    private final BenchStore store;

    private NodeBenchmarks(boolean quick, Path directory, BenchStore store) {
        this.quick = quick;
        this.directory = directory;
        this.store = store;
    }

    /** The words of a line; public, since the job names it. */
    public static List<String> words(String line) {
        return Arrays.asList(line.split(" ", -1));
    }

    public static void main(String[] args) throws Exception {
        var rest = new ArrayList<>(List.of(args));
        boolean quick = rest.remove("--quick");
        int option = rest.indexOf("--store");
        String kind = option < 0 || option + 1 == rest.size() ? "directory" : rest.remove(option + 1);
        rest.remove("--store");
        List<String> possible = possible(kind);
        if (rest.contains("--help") || !possible.containsAll(rest) || !BenchStore.KINDS.contains(kind)) {
            System.out.println(USAGE);
            System.exit(rest.contains("--help") ? 0 : 2);
        }
        Path directory = Files.createTempDirectory("sardonyx-nodes");
        try (BenchStore store = BenchStore.start(kind, directory)) {
            System.out.printf(
                    "Java %s, %d cores, store: %s%s%n%n",
                    Runtime.version(), Runtime.getRuntime().availableProcessors(), kind, quick ? ", quick" : "");
            new NodeBenchmarks(quick, directory, store).run(rest.isEmpty() ? possible : rest);
        } finally {
            remove(directory);
        }
        System.exit(0);
    }

    private static List<String> possible(String kind) {
        return switch (kind) {
            case "directory" -> ALL;
            case "memory" -> OF_MEMORY;
            default -> OF_ANY_STORE;
        };
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void run(List<String> wanted) throws Exception {
        System.out.println("| what | measured | must | aim |\n|---|---:|---:|---:|");
        if (wanted.contains("w18")) {
            throughput();
        }
        if (wanted.contains("w19")) {
            takeOver();
        }
        if (wanted.contains("calls")) {
            calls();
        }
        if (wanted.contains("listed")) {
            listed();
        }
        if (wanted.contains("executor")) {
            executor();
        }
        if (wanted.contains("cluster")) {
            cluster();
        }
    }

    /** The median of several clusters, each in a store of its own. */
    private void cluster() throws IOException {
        int clusters = quick ? 3 : 7;
        var joined = new double[clusters];
        var first = new double[clusters];
        for (int i = 0; i < clusters; i++) {
            ClusterStart.Times times = ClusterStart.measured(address("cluster-" + i), directory.resolve("first-" + i));
            joined[i] = times.joined();
            first[i] = times.firstOutput();
        }
        row("masterless cluster: s until 3 processes have joined", median(joined), "<= 20", "10");
        row("masterless cluster: s until the first output of a job", median(first), "<= 5", "");
    }

    private static void row(String what, double measured, String must, String aim) {
        System.out.printf(Locale.ROOT, "| %s | %.2f | %s | %s |%n", what, measured, must, aim);
    }

    private static void until(BooleanSupplier wished) throws IOException {
        long late = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
        while (!wished.getAsBoolean()) {
            if (System.nanoTime() - late > 0) {
                throw new IOException("it did not end");
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** A store of its own for each part. */
    private String address(String name) {
        return store.address(name);
    }

    private static NodeClient client(Store store) {
        return new NodeClient(store.documents(), Duration.ofMinutes(1), InstantSource.system());
    }

    private List<MeasuredNode> nodes(String address, int count, int workers, Duration lease) throws IOException {
        var nodes = new ArrayList<MeasuredNode>();
        for (int i = 0; i < count; i++) {
            nodes.add(store.node(address, workers, lease));
        }
        return nodes;
    }

    private Job wordJob(String id, String out) {
        return Job.named(id)
                .input("read", Inputs.lines(directory.resolve("in") + "/*.txt"))
                .function("split", NodeBenchmarks::words)
                .output("write", Outputs.lines(directory.resolve(out).toString()))
                .path("read", "split", "write")
                .build();
    }

    private int files() throws IOException {
        int count = quick ? 300 : 1_000;
        var random = new Random(18);
        Path in = Files.createDirectories(directory.resolve("in"));
        for (int i = 0; i < count; i++) {
            var text = new StringBuilder(1 << 20);
            while (text.length() < 1 << 20) {
                for (int word = 0; word < 10; word++) {
                    text.append(Integer.toString(random.nextInt(1 << 20), 36)).append(' ');
                }
                text.setCharAt(text.length() - 1, '\n');
            }
            Files.writeString(in.resolve(String.format("%05d.txt", i)), text);
        }
        return count;
    }

    /** W18: each way in turn; the ratio of the medians. */
    private void throughput() throws Exception {
        int files = files();
        int rounds = quick ? 1 : 3;
        var own = new double[rounds];
        var beside = new double[rounds];
        long changes = 0;
        for (int i = 0; i < rounds; i++) {
            beside[i] = runSeconds(i);
            String address = address("w18-" + i);
            List<MeasuredNode> nodes = nodes(address, NODES, WORKERS, LEASE);
            try (Store opened = Stores.open(address)) {
                NodeClient client = client(opened);
                until(() -> client.nodes().nodes().size() == NODES);
                long begin = System.nanoTime();
                client.submit(wordJob("words", "out-" + i));
                until(() -> client.index().job(JobId.of("words")).orElseThrow().state() == JobIndex.State.DONE);
                own[i] = (System.nanoTime() - begin) / 1e9;
                until(() ->
                        client.partitions(JobId.of("words"), new TreeMap<>()).isEmpty());
                changes = 0;
                for (MeasuredNode node : nodes) {
                    changes += node.figures().changes();
                }
            } finally {
                nodes.forEach(MeasuredNode::close);
            }
            remove(directory.resolve("out-" + i));
        }
        row("W18: nodes, MiB a second", files / median(own), "", "");
        row("W18: run with as many peers, MiB a second", files / median(beside), "", "");
        row("W18: nodes beside run", median(beside) / median(own), ">= 0.85", "0.95");
        row("store writes and deletes a partition beyond renewals", changes / (double) files, "<= 4", "3");
    }

    private static double median(double[] all) {
        double[] sorted = all.clone();
        Arrays.sort(sorted);
        return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
    }

    /** What the program's run takes for the same files in a process of its own, as it says itself. */
    private double runSeconds(int round) throws Exception {
        Path file = directory.resolve("job.json");
        Files.writeString(file, """
                {"id": "words", "workflow": [["read", "split"], ["split", "write"]],
                 "catalog": [{"name": "read", "input": {"plugin": "lines", "path": "%s/in/*.txt"}},
                             {"name": "split", "fn": "%s::words"},
                             {"name": "write", "output": {"plugin": "files", "path": "%s/run-%d"}}]}
                """.formatted(directory, NodeBenchmarks.class.getName(), directory, round));
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseG1GC",
                "-Xms8m",
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.sardonyx.cli.Main",
                "run",
                "--json",
                "--peers",
                String.valueOf(NODES * WORKERS),
                file.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = process.inputReader().lines().collect(Collectors.joining("\n"));
        if (process.waitFor() != 0) {
            throw new IOException(said);
        }
        remove(directory.resolve("run-" + round));
        return Long.parseLong(said.replaceFirst("(?s).*\"millis\":(\\d+).*", "$1")) / 1e3;
    }

    private static Job endless(String id, int partitions) {
        return Job.named(id)
                .input("read", Inputs.numbers().with("partitions", partitions).with("rate", 10))
                .output("write", Outputs.discard())
                .path("read", "write")
                .build();
    }

    /** W19: kills a node again and again, with others that have workers to spare. */
    private void takeOver() throws IOException {
        Duration lease = Duration.ofSeconds(quick ? 2 : 5);
        String address = address("w19");
        List<MeasuredNode> nodes = nodes(address, 2 * NODES, WORKERS, lease);
        var times = new ArrayList<Double>();
        try (Store opened = Stores.open(address)) {
            NodeClient client = client(opened);
            JobId job = JobId.of("endless");
            client.submit(endless("endless", NODES * WORKERS));
            var random = new Random(19);
            for (int i = 0; i < (quick ? 5 : 20); i++) {
                until(() -> free(client, job) == 0);
                MeasuredNode victim = busy(nodes, client, job);
                // At any moment between two renewals.
                LockSupport.parkNanos((long) (random.nextDouble() * lease.toNanos()));
                List<String> held = held(client, job, victim.token());
                long begin = System.nanoTime();
                victim.close();
                for (String partition : held) {
                    until(() -> !held(client, job, victim.token()).contains(partition));
                    times.add((System.nanoTime() - begin) / (double) lease.toNanos());
                }
                nodes.remove(victim);
                nodes.add(store.node(address, WORKERS, lease));
            }
        } finally {
            nodes.forEach(MeasuredNode::close);
        }
        double[] all = times.stream().mapToDouble(it -> it).toArray();
        row("W19: leases until others have the partitions of a killed node, median", median(all), "<= 1.15", "1.1");
        row("W19: worst", Arrays.stream(all).max().orElse(0), "<= 1.5", "1.3");
    }

    private static long free(NodeClient client, JobId job) {
        var all = client.partitions(job, new TreeMap<>());
        return all.isEmpty()
                ? 1
                : all.stream().filter(it -> it.state().lock().isFree()).count();
    }

    private static List<String> held(NodeClient client, JobId job, String token) {
        return client.partitions(job, new TreeMap<>()).stream()
                .filter(it -> it.state().lock().isHeldBy(token))
                .map(NodeClient.PartitionStatus::name)
                .toList();
    }

    private static MeasuredNode busy(List<MeasuredNode> nodes, NodeClient client, JobId job) {
        return nodes.stream()
                .filter(node -> !held(client, job, node.token()).isEmpty())
                .findFirst()
                .orElseThrow();
    }

    /** Calls in a third of a lease, of a node that leads and of one that does not, each with two partitions. */
    private void calls() throws IOException {
        Duration lease = Duration.ofSeconds(3);
        int thirds = quick ? 15 : 60;
        String address = address("calls");
        List<MeasuredNode> nodes = nodes(address, 2, WORKERS, lease);
        try (Store opened = Stores.open(address)) {
            NodeClient client = client(opened);
            client.submit(endless("endless", 2 * WORKERS));
            until(() -> client.nodes().nodes().size() == 2 && free(client, JobId.of("endless")) == 0);
            pass(lease.multipliedBy(2));
            for (MeasuredNode node : nodes) {
                boolean leads = client.leader().isHeldBy(node.token());
                long before = node.figures().calls();
                pass(lease.multipliedBy(thirds).dividedBy(3));
                double each = (node.figures().calls() - before) / (double) thirds - WORKERS;
                row(
                        "calls in a third of a lease beyond 2 held partitions, " + (leads ? "leader" : "other node"),
                        each,
                        "<= 2",
                        "");
            }
        } finally {
            nodes.forEach(MeasuredNode::close);
        }
    }

    private static void pass(Duration time) throws IOException {
        long begin = System.nanoTime();
        until(() -> System.nanoTime() - begin >= time.toNanos());
    }

    private void listed() throws IOException {
        int partitions = quick ? 2_000 : 10_000;
        Duration lease = Duration.ofSeconds(6);
        MeasuredNode.Figures none = lived("none", 1, lease);
        MeasuredNode.Figures many = lived("many", partitions, lease);
        row(
                partitions + " partitions listed: MiB beyond one",
                (many.liveBytes() - none.liveBytes()) / (double) (1 << 20),
                "<= 24",
                "8");
        row(
                partitions + " partitions listed: CPU ms a poll beyond one",
                (many.cpuNanos() - none.cpuNanos()) / 1e6,
                "<= 100",
                "");
    }

    /** Live bytes of a node, and the CPU time of a third of a lease. */
    private MeasuredNode.Figures lived(String name, int partitions, Duration lease) throws IOException {
        String address = address(name);
        int thirds = 10;
        try (MeasuredNode node = store.node(address, 1, lease);
                Store opened = Stores.open(address)) {
            client(opened).submit(endless("endless", partitions));
            until(() -> client(opened)
                            .index()
                            .job(JobId.of("endless"))
                            .orElseThrow()
                            .listed()
                    >= partitions);
            pass(lease.multipliedBy(3));
            long before = node.collected().cpuNanos();
            pass(lease.multipliedBy(thirds).dividedBy(3));
            MeasuredNode.Figures after = node.figures();
            return new MeasuredNode.Figures(
                    0, 0, (after.cpuNanos() - before) / thirds, node.collected().liveBytes(), after.held());
        }
    }

    /** Does nothing; public, since tasks name it. */
    public static void nothing() {}

    /** Tasks a second from one submitter, beside the writes of small documents that one process does in a second. */
    private void executor() throws IOException {
        int tasks = quick ? 1_000 : 5_000;
        String address = address("executor");
        List<MeasuredNode> nodes = nodes(address, NODES, TASK_WORKERS, LEASE);
        try (var opened = new CountingStore(Stores.open(address));
                Nodes executor = Nodes.over(opened)) {
            until(() -> client(opened).nodes().nodes().size() == NODES);
            writesPerSecond(opened.documents(), "warm", tasks / 5); // compiles the code
            tasksPerSecond(executor, tasks / 5);
            double writes = writesPerSecond(opened.documents(), "bench", tasks);
            long before = opened.calls();
            long nodesBefore = calls(nodes);
            double done = tasksPerSecond(executor, tasks);
            row("executor: empty tasks a second", done, "", "");
            row("executor: document writes a second", writes, "", "");
            row("executor: tasks beside writes", done / writes, ">= 0.2", "0.3");
            row(
                    "executor: store calls of the submitter for a task",
                    (opened.calls() - before) / (double) tasks,
                    "",
                    "");
            row("executor: store calls of nodes for a task", (calls(nodes) - nodesBefore) / (double) tasks, "", "");
        } finally {
            nodes.forEach(MeasuredNode::close);
        }
    }

    private static long calls(List<MeasuredNode> nodes) throws IOException {
        long calls = 0;
        for (MeasuredNode node : nodes) {
            calls += node.figures().calls();
        }
        return calls;
    }

    /** Of as many threads as writes are under way in the other figure, since a submission waits for its write. */
    private static double tasksPerSecond(Nodes executor, int tasks) throws IOException {
        var done = new AtomicInteger();
        var failed = new AtomicInteger();
        long begin = System.nanoTime();
        var left = new AtomicInteger(tasks);
        for (int i = 0; i < TOGETHER; i++) {
            new Thread(() -> {
                        while (left.getAndDecrement() > 0) {
                            executor.submit(NodeBenchmarks::nothing)
                                    .onDone(nothing -> done.incrementAndGet())
                                    .onFailureOrTimeout(failed::incrementAndGet);
                        }
                    })
                    .start();
        }
        until(() -> done.get() + failed.get() == tasks);
        if (failed.get() > 0) {
            throw new IOException(failed + " tasks failed");
        }
        return tasks / ((System.nanoTime() - begin) / 1e9);
    }

    /** Several under way at a time, each of a document of its own, as nodes write them. */
    private static double writesPerSecond(Documents documents, String kind, int count) {
        byte[] body = new byte[300];
        var versions = new long[TOGETHER];
        Arrays.fill(versions, Documents.ABSENT);
        long begin = System.nanoTime();
        for (int i = 0; i < count; i += TOGETHER) {
            var answers = new ArrayList<CompletableFuture<OptionalLong>>();
            for (int j = 0; j < TOGETHER; j++) {
                answers.add(documents.write(kind + "/" + j, body, versions[j]).toCompletableFuture());
            }
            for (int j = 0; j < TOGETHER; j++) {
                versions[j] = answers.get(j).join().orElseThrow();
            }
        }
        return count / ((System.nanoTime() - begin) / 1e9);
    }
}
