package io.sardonyx.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three processes share a directory, and one of them is killed while it writes. */
@Timeout(60)
class ThreeProcessesTest {

    private static final int APPENDS = 600;

    @TempDir
    Path directory;

    private final List<Child> children = new ArrayList<>();

    @AfterEach
    void end() {
        children.forEach(Child::kill);
    }

    @Test
    void whatWasAcknowledgedOutlivesAKillAndLeasesAreFreed() throws Exception {
        try (Store store = Stores.open("file:" + directory)) {
            Child doomed = start("doomed");
            doomed.await("ready");
            Child first = start("first", String.valueOf(APPENDS));
            Child second = start("second", String.valueOf(APPENDS));
            first.await("appended \\d+ 20");
            second.await("appended \\d+ 20");
            var freed = new CountDownLatch(1);
            store.leases().onFree("of all", freed::countDown);
            assertThat(answer(store.leases().isHeld("of all"))).isTrue();
            assertThat(answer(store.leases().claim("of doomed", "test"))).isEmpty();

            doomed.kill();

            assertThat(freed.await(10, TimeUnit.SECONDS)).isTrue();
            Lease lease = answer(store.leases().claim("of all", "test")).orElseThrow();
            assertThat(lease.fence()).isGreaterThan(doomed.fence("of all"));
            assertThat(answer(store.leases().isHeld("of first"))).isTrue();
            first.await("done");
            second.await("done");
            List<String> log = log(store);
            for (Child child : List.of(doomed, first, second)) {
                assertThatHistoryHolds(child, log);
            }
            assertThat(log).doesNotHaveDuplicates();
            assertThat(answer(store.log("log").append(List.of("end".getBytes(UTF_8)))))
                    .isEqualTo(log.size());
        }
    }

    @Test
    void aLeaseHasOneHolderAmongThreeProcesses() throws Exception {
        List<Child> all = List.of(start("a", "1"), start("b", "1"), start("c", "1"));
        for (Child child : all) {
            child.await("done");
        }
        assertThat(all.stream().filter(it -> it.find("lease \\d+ of all").isPresent()))
                .hasSize(1);
        assertThat(all.stream().map(it -> it.fence("of " + it.name())).distinct())
                .hasSize(3);
    }

    /** Every entry once and in order; each acknowledged one where it was said to be. */
    private static void assertThatHistoryHolds(Child child, List<String> log) {
        String own = child.name() + ":";
        List<String> entries =
                log.stream().filter(entry -> entry.startsWith(own)).toList();
        assertThat(entries)
                .isEqualTo(IntStream.range(0, entries.size())
                        .mapToObj(i -> own + i)
                        .toList());
        List<String[]> acknowledged = child.lines().stream()
                .filter(line -> line.startsWith("appended "))
                .map(line -> line.split(" ", -1))
                .toList();
        assertThat(acknowledged).isNotEmpty();
        for (String[] line : acknowledged) {
            int position = Integer.parseInt(line[1]);
            int number = 2 * Integer.parseInt(line[2]);
            assertThat(log.get(position)).isEqualTo(own + number);
            assertThat(log.get(position + 1)).isEqualTo(own + (number + 1));
        }
        assertThat(entries.size()).isGreaterThanOrEqualTo(2 * acknowledged.size());
    }

    private static List<String> log(Store store) throws Exception {
        List<String> all = new ArrayList<>();
        Slice slice = answer(store.log("log").read(0, 1000));
        while (!slice.entries().isEmpty()) {
            slice.entries().forEach(entry -> all.add(new String(entry, UTF_8)));
            slice = answer(store.log("log").read(all.size(), 1000));
        }
        return all;
    }

    private Child start(String name, String... more) throws IOException {
        Child child = Child.start("file:" + directory, name, more);
        children.add(child);
        return child;
    }

    private static <T> T answer(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    /** A member, and what it said so far. */
    private static final class Child {

        private final String name;
        private final Process process;
        private final List<String> lines = new ArrayList<>();

        private Child(String name, Process process) {
            this.name = name;
            this.process = process;
        }

        static Child start(String address, String name, String... more) throws IOException {
            String java = ProcessHandle.current().info().command().orElseThrow();
            List<String> command = new ArrayList<>(List.of(
                    java,
                    "-Xshare:auto",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx64m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Member.class.getName(),
                    address,
                    name));
            command.addAll(List.of(more));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            var child = new Child(name, process);
            var reader = new Thread(child::listen, "reads " + name);
            reader.setDaemon(true);
            reader.start();
            return child;
        }

        private void listen() {
            try (var reader = process.inputReader(UTF_8)) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    synchronized (lines) {
                        lines.add(line);
                        lines.notifyAll();
                    }
                }
            } catch (IOException closed) {
                // it was killed: what it said until then is what counts
            } finally {
                synchronized (lines) {
                    lines.notifyAll();
                }
            }
        }

        String name() {
            return name;
        }

        List<String> lines() {
            synchronized (lines) {
                return List.copyOf(lines);
            }
        }

        Optional<String> find(String pattern) {
            return lines().stream().filter(line -> line.matches(pattern)).findFirst();
        }

        long fence(String lease) {
            return Long.parseLong(find("lease \\d+ " + lease).orElseThrow().split(" ", -1)[1]);
        }

        void await(String pattern) throws InterruptedException {
            long start = System.nanoTime();
            synchronized (lines) {
                while (find(pattern).isEmpty()) {
                    assertThat(Duration.ofNanos(System.nanoTime() - start))
                            .as(name + " says " + pattern)
                            .isLessThan(Duration.ofSeconds(30));
                    lines.wait(100);
                }
            }
        }

        void kill() {
            process.destroyForcibly();
            try {
                assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
