package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.Execution;
import io.sardonyx.Nodes;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The two loops with which a leader drives its followers, by the names they were designed with: nodes that are
 * processes, of which one is killed, over a real S3 and a real Kafka.
 */
class ServerLoopsTest {

    private static final Duration LONG = Duration.ofMinutes(3);
    private static final int FILES = 12;
    private static final int LINES = 50;

    @TempDir
    private static Path servers;

    private static ServerProcess s3;
    private static ServerProcess kafka;

    @TempDir
    private Path directory;

    private final List<Member> processes = new ArrayList<>();
    private final Set<String> failures = ConcurrentHashMap.newKeySet();
    private Store store;
    private Nodes nodes;

    @BeforeAll
    static void serve() throws IOException {
        s3 = ServerProcess.s3(servers);
        kafka = ServerProcess.kafka(servers);
    }

    @AfterAll
    static void stop() {
        s3.close();
        kafka.close();
    }

    @BeforeEach
    void open() throws IOException {
        Files.createDirectory(out());
        store = Stores.open("file:" + directory.resolve("store"));
        nodes = Nodes.over(store);
        // What tasks put into the queue of their process becomes lines of files; each file is published at once.
        new NodeClient(store.documents(), LONG, InstantSource.system())
                .submit(Job.named("ls")
                        .input("read", Inputs.queue("ls"))
                        .output("write", Outputs.lines(out().toString()).with("partBytes", 1))
                        .path("read", "write")
                        .build());
    }

    @AfterEach
    void close() {
        nodes.close();
        processes.forEach(Member::strike);
        store.close();
    }

    private Path out() {
        return directory.resolve("out");
    }

    private Member start() throws IOException {
        Member process = Program.start(
                directory.resolve("said-" + processes.size()),
                "node",
                "start",
                "--store",
                "file:" + directory.resolve("store"),
                "--lease",
                "2s",
                "--allow",
                "io.sardonyx.it");
        processes.add(process);
        return process;
    }

    private String said() {
        return processes.stream().map(Member::said).collect(Collectors.joining("\n", failures + "\n", ""));
    }

    private void killNode(String token) throws InterruptedException {
        for (Member process : processes) {
            if (process.said().contains(token)) {
                process.kill();
            }
        }
    }

    /** All lines that are published. */
    private Set<String> lines() {
        var lines = new TreeSet<String>();
        try (Stream<Path> files = Files.list(out())) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".txt")).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    /** Waits a little before the next round of a loop, which must not be the last one for ever. */
    private void pause(long startNanos) {
        assertThat(System.nanoTime() - startNanos).as(this::said).isLessThan(LONG.toNanos());
        LockSupport.parkNanos(20_000_000);
    }

    /** A few requests of the HTTP API of S3. */
    private static final class Bucket {

        private static final HttpClient CLIENT = HttpClient.newHttpClient();
        private static final Pattern KEY = Pattern.compile("<Key>([^<]+)</Key>");
        private static final int EXISTS = 412;

        private static HttpResponse<String> send(String method, String url, String body, String... headers)
                throws IOException, InterruptedException {
            var request = HttpRequest.newBuilder(URI.create(url)).method(method, BodyPublishers.ofString(body));
            if (headers.length > 0) {
                request.headers(headers);
            }
            HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() / 100 != 2 && response.statusCode() != EXISTS) {
                throw new IOException(response.statusCode() + " to " + method + " " + url + ": " + response.body());
            }
            return response;
        }

        static void put(String url, String body) throws IOException, InterruptedException {
            send("PUT", url, body);
        }

        /** Whether there was no such object before. */
        static boolean create(String url) throws IOException, InterruptedException {
            return send("PUT", url, "", "If-None-Match", "*").statusCode() != EXISTS;
        }

        static String get(String url) throws IOException, InterruptedException {
            return send("GET", url, "").body();
        }

        static List<String> list(String bucket) throws IOException, InterruptedException {
            return KEY.matcher(get(bucket + "?list-type=2"))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        }
    }

    /** Blocks until one is available. */
    private Nodes.Node[] getIdleSlaves() throws InterruptedException {
        return nodes.awaitIdle(LONG).toArray(Nodes.Node[]::new);
    }

    private static final Set<String> SUBMITTED = ConcurrentHashMap.newKeySet();

    private static List<String> getOutstandingS3Files(int most) throws Exception {
        List<String> files = Bucket.list(getContext().get("bucket")).stream()
                .filter(file -> !SUBMITTED.contains(file))
                .limit(most)
                .toList();
        SUBMITTED.addAll(files);
        return files;
    }

    private static void reEnqueue(String file) {
        SUBMITTED.remove(file);
    }

    /** Holds short-lived state and travels with the task. */
    private static Map<String, String> getContext() {
        String root = "http://127.0.0.1:" + s3.port();
        return Map.of("bucket", root + "/files", "begun", root + "/begun", "done", root + "/done");
    }

    /** The first download of one of the files never ends. */
    static void downloadFileToLsQueue(Map<String, String> context, String file) throws Exception {
        if (file.equals("5.txt") && Bucket.create(context.get("begun") + "/" + file)) {
            new CountDownLatch(1).await();
        }
        for (String line : Bucket.get(context.get("bucket") + "/" + file).split("\n", -1)) {
            Nodes.queue("ls").put(line);
        }
        Nodes.queue("ls").awaitSettled();
    }

    static void commitToEs(Map<String, String> context, String file) throws Exception {
        Bucket.put(context.get("done") + "/" + file, "");
    }

    private static void fillBucket() throws Exception {
        for (String bucket : getContext().values()) {
            Bucket.put(bucket, "");
        }
        for (int i = 0; i < FILES; i++) {
            int file = i;
            Bucket.put(
                    getContext().get("bucket") + "/" + i + ".txt",
                    IntStream.range(0, LINES)
                            .mapToObj(line -> file + ":" + line)
                            .collect(Collectors.joining("\n")));
        }
    }

    @Test
    void theLoopOverABucketProcessesEveryFileThoughANodeDies() throws Exception {
        fillBucket();
        start();
        start();
        start();
        boolean killed = false;
        long begin = System.nanoTime();

        while (Bucket.list(getContext().get("done")).size() < FILES) {
            Nodes.Node[] slaves = getIdleSlaves(); // blocks until a slave becomes available
            int slaveCount = slaves.length;
            List<String> files = getOutstandingS3Files(slaveCount);
            int i = 0;
            Map<String, String> context = getContext();
            for (String file : files) {
                Nodes.Node slave = slaves[i++];
                Execution<Void> execution = slave.submit(() -> {
                    downloadFileToLsQueue(context, file);
                    commitToEs(context, file);
                });
                execution.onFailureOrTimeout(() -> {
                    slave.markDead();
                    failures.add(file + ": " + execution.failure());
                    reEnqueue(file);
                });
                if (file.equals("5.txt") && !killed) {
                    killed = true;
                    killWhenBegun(context, slave);
                }
            }
            pause(begin);
        }

        assertThat(failures).as(this::said).anyMatch(what -> what.startsWith("5.txt"));
        assertThat(lines()).as(this::said).hasSize(FILES * LINES);
    }

    private void killWhenBegun(Map<String, String> context, Nodes.Node slave) throws Exception {
        for (long begin = System.nanoTime(); Bucket.list(context.get("begun")).isEmpty(); ) {
            pause(begin);
        }
        killNode(slave.token());
    }

    /** Runs for as long as its process lives. */
    static void runKafkaInput(Map<String, String> context) throws Exception {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                context.get("brokers"),
                "group.id",
                "ls",
                "enable.auto.commit",
                false,
                "auto.offset.reset",
                "earliest",
                "session.timeout.ms",
                2_000,
                "heartbeat.interval.ms",
                500);
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(context.get("topic")));
            while (true) {
                for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(200))) {
                    Nodes.queue("ls").put(each.value());
                }
                Nodes.queue("ls").awaitSettled();
                consumer.commitSync();
            }
        }
    }

    private static void produce(String brokers, int from, int to) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", brokers);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = from; i < to; i++) {
                var unused = producer.send(new ProducerRecord<>("lines", i % 4, null, String.valueOf(i)));
            }
        }
    }

    @Test
    void theLoopOverABrokerConsumesEveryRecordThoughANodeDies() throws Exception {
        String brokers = "127.0.0.1:" + kafka.port();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            admin.createTopics(List.of(new NewTopic("lines", 4, (short) 1)))
                    .all()
                    .get();
        }
        produce(brokers, 0, 500);
        start();
        start();
        var dead = ConcurrentHashMap.<String>newKeySet();
        var running = new ArrayList<Execution<Void>>();
        boolean killed = false;
        long begin = System.nanoTime();

        while (lines().size() < 1_000 || dead.isEmpty()) {
            Map<String, String> context = Map.of("brokers", brokers, "topic", "lines");
            for (Nodes.Node slave : nodes.idle()) {
                running.add(slave.submit(() -> runKafkaInput(context)).onFailureOrTimeout(() -> {
                    slave.markDead();
                    dead.add(slave.token());
                }));
            }
            if (!killed && lines().size() >= 500) {
                killed = true;
                killNode(running.get(0).node().orElseThrow());
                start();
                produce(brokers, 500, 1_000);
            }
            pause(begin);
        }

        assertThat(lines()).hasSize(1_000);
        assertThat(running.stream().filter(each -> each.state() == Execution.State.FAILED))
                .isNotEmpty();
    }
}
