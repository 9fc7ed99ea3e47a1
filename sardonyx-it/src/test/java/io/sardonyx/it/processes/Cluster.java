package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.codec.ReplicaView;
import io.sardonyx.follow.History;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.store.Stores;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Real processes of the program around one store. */
final class Cluster implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final String address;
    private final Path outputs;
    private final List<Process> processes = new ArrayList<>();

    Cluster(String address, Path outputs) {
        this.address = address;
        this.outputs = outputs;
    }

    /** Starts a process with two peers. */
    Process start() throws IOException {
        File output = outputs.resolve("process-" + processes.size() + ".txt").toFile();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.sardonyx.cli.Main",
                        "peers",
                        "start",
                        "--store",
                        address,
                        "--peers",
                        "2")
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        processes.add(process);
        return process;
    }

    static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    /** Asks a process to leave; its exit code. */
    static int terminate(Process process) throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** The replica as soon as it is as wished for; reads the log as any process does. */
    ReplicaView await(String wish, Predicate<Replica> wished) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        ReplicaView last = ReplicaView.EMPTY;
        try (Store store = Stores.open(address)) {
            while (System.nanoTime() - deadline < 0) {
                last = History.read(store, Long.MAX_VALUE, PATIENCE, (entry, change) -> {});
                if (wished.test(last.replica())) {
                    return last;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        } catch (TimeoutException e) {
            throw new AssertionError("the store does not answer", e);
        }
        throw new AssertionError("waited in vain for " + wish + ": " + last.replica() + "\n" + said());
    }

    /** A ring of so many members, each with its two peers, and nobody on the way in. */
    ReplicaView awaitRingOf(int members) throws IOException {
        return await(
                "a ring of " + members,
                replica -> replica.ring().members().size() == members
                        && replica.ring().joining().isEmpty()
                        && replica.peers().present().size() == 2 * members);
    }

    private String said() throws IOException {
        var text = new StringBuilder();
        for (int i = 0; i < processes.size(); i++) {
            text.append(Files.readString(outputs.resolve("process-" + i + ".txt")));
        }
        return text.toString();
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
