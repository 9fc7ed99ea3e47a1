package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.zookeeper.DevelopmentServer;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes with the default settings in the middle of their work: whatever is restarted, paused, away or full for
 * a while, no segment is lost and no job is killed. {@code -Dload.longest} is the longest pause in seconds.
 */
@Tag("campaign")
@Tag("load")
@Timeout(3_600)
class UnderLoadTest {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int LONGEST_PAUSE = Integer.getInteger("load.longest", 120);

    /** Segments in a second. */
    private static final int RATE = 5_000;

    private static final String READS = "reads";
    private static final String WRITES = "writes";

    /** A second's work and more, which the last drops of what was on the way are not. */
    private static final int MUCH_BYTES = 100_000;

    @TempDir
    private Path directory;

    private final List<Place> places = new ArrayList<>();
    private int asked;

    @AfterEach
    void end() {
        places.forEach(Place::close);
    }

    /** Starts a process with two peers and waits until it is a member. */
    private Place start(String address, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of("peers", "start", "--store", address, "--peers", "2"));
        arguments.addAll(List.of(more));
        var place = new Place("process-" + places.size(), directory, arguments);
        places.add(place);
        place.start();
        awaitMember(place.member());
        return place;
    }

    private void startThree(String address) throws IOException {
        for (int i = 0; i < 3; i++) {
            start(address, "--allow", OrdealFunctions.NAME);
        }
    }

    private static void awaitMember(Member member) {
        Waiting.until("a member", () -> member.id().isPresent());
    }

    private Path out(String job) {
        return directory.resolve("out-" + job);
    }

    /** Numbers through a function, grouped, into files. */
    private Job loaded(String name, int count) {
        return Job.named(name)
                .input("read", Inputs.numbers(count).with("rate", RATE))
                .task(
                        "sort",
                        task -> task.function(Call.to(OrdealFunctions.NAME + "::same"))
                                .groupBy(Call.to(OrdealFunctions.NAME + "::key")))
                .output("write", Outputs.lines(out(name).toString()))
                .path("read", "sort", "write")
                .build();
    }

    /** Numbers from one process straight into the files of another. */
    private static Job apart(String name, Call input, Path out, ErrorPolicy ofInput) {
        return Job.named(name)
                .task("read", task -> task.input(input).tags(READS).onError(ofInput))
                .task(
                        "write",
                        task -> task.output(Outputs.lines(out.toString())).tags(WRITES))
                .path("read", "write")
                .build();
    }

    /** What is in the files of an output by now, complete or not. */
    private static long bytes(Path out) {
        File[] files = out.toFile().listFiles();
        return files == null ? 0 : Stream.of(files).mapToLong(File::length).sum();
    }

    private void awaitWork(Path out, long moreBytes) {
        long before = bytes(out);
        try {
            Waiting.until("more in " + out, PATIENCE, () -> bytes(out) >= before + moreBytes);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + said(), e);
        }
    }

    private static void assertLive(AdminClient client, Job job) {
        assertThat(client.replica().replica().jobs().live().has(job.id()))
                .as("%s is at work", job.id())
                .isTrue();
    }

    private void assertAllAlive() {
        assertThat(places).as(this::said).allMatch(place -> place.member().isAlive());
    }

    /** The end of a job, of which nothing was left out, and nothing is missing where it wrote to. */
    private void assertNothingLost(AdminClient client, Job job, int count, Path out) throws Exception {
        Outcome outcome = client.await(job.id(), PATIENCE);
        assertThat(outcome).as(this::said).isInstanceOf(Outcome.Completed.class);
        assertThat(((Outcome.Completed) outcome).skipped()).isEmpty();
        Written written = Written.in(out, count);
        System.out.println(job.id() + ": " + count + " numbers, " + written);
        assertThat(written.lost()).isZero();
        assertThat(written.foreign()).isZero();
        assertThat(written.leftovers()).isZero();
        assertThat(broken(out)).isEmpty();
    }

    /** Complete parts that do not end in a whole line. */
    private static List<Path> broken(Path out) throws IOException {
        var broken = new ArrayList<Path>();
        for (File file : Objects.requireNonNull(out.toFile().listFiles())) {
            try (var part = new RandomAccessFile(file, "r")) {
                part.seek(Math.max(0, part.length() - 1));
                if (part.length() > 0 && part.read() != '\n' && file.getName().endsWith(".txt")) {
                    broken.add(file.toPath());
                }
            }
        }
        return broken;
    }

    private String said() {
        return places.stream().map(Place::said).collect(Collectors.joining("\n"));
    }

    @Test
    void everyProcessIsRestartedTwiceOneAfterTheOther() throws Exception {
        int count = 120 * RATE;
        Job job = loaded("restarted", count);
        Path out = out("restarted");
        try (var server = DevelopmentServer.start(null, 0);
                AdminClient client = AdminClient.connect(server.address("load"))) {
            startThree(server.address("load"));
            client.submit(job);
            for (int round = 0; round < 2; round++) {
                for (Place place : places) {
                    awaitWork(out, MUCH_BYTES);
                    assertLive(client, job);
                    Member old = place.member();
                    assertThat(old.terminate()).as(old.said()).isZero();
                    place.start();
                    awaitMember(place.member());
                }
            }
            awaitWork(out, MUCH_BYTES);
            assertNothingLost(client, job, count, out);
            assertAllAlive();
        }
    }

    @Test
    void processThatWritesLittleIsPausedForSecondsAndForMinutes() throws Exception {
        String address = "file:" + directory.resolve("store");
        List<Integer> pauses = List.of(5, 60, LONGEST_PAUSE);
        int restSeconds = 90;
        int count = (pauses.stream().mapToInt(seconds -> seconds).sum() + restSeconds) / 2;
        Call input = Inputs.numbers(count).with("rate", 0.5);
        Job strict = apart("strict", input, out("strict"), ErrorPolicy.KILL);
        Job lenient = apart("lenient", input, out("lenient"), ErrorPolicy.SKIP);
        start(address, "--tags", READS);
        Member writer = start(address, "--tags", WRITES).member();
        try (AdminClient client = AdminClient.connect(address)) {
            client.submit(strict);
            client.submit(lenient);
            for (int seconds : pauses) {
                awaitWork(out("strict"), 1);
                awaitWork(out("lenient"), 1);
                writer.pause();
                Waiting.pass(Duration.ofSeconds(seconds));
                writer.resume();
            }
            assertNothingLost(client, strict, count, out("strict"));
            assertNothingLost(client, lenient, count, out("lenient"));
            assertAllAlive();
        }
    }

    @Test
    void storeIsAwayForLessAndForMoreThanASession() throws Exception {
        int count = 120 * RATE;
        Job job = loaded("cut-off", count);
        Path out = out("cut-off");
        int port = freePort();
        String address = "zookeeper://127.0.0.1:" + port + "/load";
        var served = List.of("store", "serve", "--port", "" + port, "--dir", "" + directory.resolve("zookeeper"));
        try (var store = new Place("store", directory, served)) {
            serve(store);
            startThree(address);
            try (AdminClient client = AdminClient.connect(address)) {
                client.submit(job);
                for (int seconds : List.of(3, 30, 60)) {
                    awaitWork(out, MUCH_BYTES);
                    assertLive(client, job);
                    store.member().kill();
                    Waiting.pass(Duration.ofSeconds(seconds));
                    serve(store);
                }
                awaitWork(out, MUCH_BYTES);
                assertLive(client, job);
                store.member().pause();
                Waiting.pass(Duration.ofSeconds(30));
                store.member().resume();
                awaitWork(out, MUCH_BYTES);
                assertNothingLost(client, job, count, out);
                assertAllAlive();
            }
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void serve(Place store) throws IOException {
        store.start();
        Waiting.until("an address", () -> store.member().said().contains("zookeeper://"));
    }

    @Test
    void diskThatWasFullGetsRoomAgain() throws Exception {
        Path mounted = directory.resolve("disk");
        var disk = SmallDisk.at(mounted).orElse(null);
        assumeTrue(disk != null, "neither unshare -rm nor unshare -m lets this user mount a tmpfs");
        String address = "file:" + directory.resolve("store");
        int count = 400_000;
        Job job = apart("full", Inputs.numbers(count).with("rate", RATE), mounted.resolve("out"), ErrorPolicy.KILL);
        start(address, "--tags", READS);
        var arguments = List.of("peers", "start", "--store", address, "--tags", WRITES);
        try (Member writer = Program.start(directory.resolve("writer.txt"), disk.within(), Program.MAIN, arguments);
                AdminClient client = AdminClient.connect(address)) {
            awaitMember(writer);
            Path filler = disk.fill(writer);
            client.submit(job);
            for (List<String> question : List.of(List.of("job", "show", "full"), List.of("why", "full"))) {
                awaitAnswer("No space left", address, question);
            }
            awaitAnswer("No space left", address, List.of("doctor"));
            Path out = SmallDisk.seenBy(writer, mounted.resolve("out"));
            assertThat(Written.in(out, count).foreign()).isZero();
            assertThat(broken(out)).isEmpty();
            assertLive(client, job);
            assertThat(filler.toFile().delete()).isTrue();
            assertNothingLost(client, job, count, out);
            assertThat(writer.isAlive()).isTrue();
            assertAllAlive();
        }
    }

    /** Asks on the command line until the answer has a text in it. */
    private void awaitAnswer(String text, String address, List<String> question) {
        String[] last = {""};
        try {
            Waiting.until(text + " from " + question, PATIENCE, () -> {
                last[0] = answer(address, question);
                return last[0].contains(text);
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + last[0] + "\n" + said(), e);
        }
    }

    private String answer(String address, List<String> question) {
        var arguments = new ArrayList<>(question);
        arguments.addAll(List.of("--store", address));
        Path output = directory.resolve("answer-" + asked++ + ".txt");
        try (Member member = Program.start(output, arguments.toArray(String[]::new))) {
            member.exitCode();
            return member.said();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
