package io.sardonyx.bench.node;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Three processes that found a cluster over a store: how long until all have joined, and from a submission until its
 * output has a byte.
 */
final class ClusterStart {

    private static final int PROCESSES = 3;
    private static final long TICK_NANOS = 10_000_000;

    /** Seconds from the start of the processes, and from the submission. */
    record Times(double joined, double firstOutput) {}

    private ClusterStart() {}

    static Times measured(String address, Path out) throws IOException {
        var processes = new ArrayList<Process>();
        try (Store store = Stores.open(address)) {
            long begin = System.nanoTime();
            for (int i = 0; i < PROCESSES; i++) {
                processes.add(process(address));
            }
            var client = AdminClient.over(store);
            while (client.replica().replica().ring().members().size() < PROCESSES) {
                LockSupport.parkNanos(TICK_NANOS);
            }
            double joined = secondsSince(begin);
            Job job = Job.named("numbers")
                    .input("read", Inputs.numbers().with("rate", 100))
                    .output("write", Outputs.lines(out.toString()))
                    .path("read", "write")
                    .build();
            begin = System.nanoTime();
            client.submit(job);
            while (!hasBytes(out)) {
                LockSupport.parkNanos(TICK_NANOS);
            }
            return new Times(joined, secondsSince(begin));
        } finally {
            processes.forEach(Process::destroyForcibly);
            processes.forEach(process -> process.onExit().join());
        }
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    private static Process process(String address) throws IOException {
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.sardonyx.cli.Main",
                "peers",
                "start",
                "--store",
                address,
                "--peers",
                "1");
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static boolean hasBytes(Path out) throws IOException {
        if (!Files.isDirectory(out)) {
            return false;
        }
        try (Stream<Path> files = Files.list(out)) {
            for (Path file :
                    files.filter(it -> !it.toString().endsWith(".settled")).toList()) {
                if (Files.exists(file) && Files.size(file) > 0) {
                    return true;
                }
            }
            return false;
        }
    }
}
