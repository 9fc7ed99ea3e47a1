package io.sardonyx.bench.start;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The launcher of this source tree, from whose root it is run, and a directory to work in. */
final class Launcher implements AutoCloseable {

    private static final String JOB = """
            {
              "id": "hello",
              "workflow": [["read", "split"], ["split", "write"]],
              "catalog": [
                {"name": "read", "input": {"plugin": "items", "segments": ["the quick brown fox"]}},
                {"name": "split", "fn": "io.sardonyx.examples.Words::split"},
                {"name": "write", "output": "stdout"}
              ]
            }
            """;

    private static final int IDLE_PROCESSES = 3;
    private static final long SETTLING_SECONDS = 10;
    private static final long LEAVING_SECONDS = 20;

    private final Path directory;
    private final Path job;
    private final Path errors;

    Launcher(Path directory) throws IOException {
        this.directory = directory;
        this.job = Files.writeString(directory.resolve("job.json"), JOB);
        this.errors = directory.resolve("errors");
    }

    /** From the start of the process to the first line of the job's output. */
    double firstLineMillis() throws IOException, InterruptedException {
        long before = System.nanoTime();
        Process process = start("run", job.toString());
        try (BufferedReader lines = lines(process)) {
            String first = lines.readLine();
            double millis = (System.nanoTime() - before) / 1e6;
            lines.transferTo(Writer.nullWriter());
            if (first == null || process.waitFor() != 0) {
                throw new IOException("the job failed: " + Files.readString(errors));
            }
            return millis;
        }
    }

    /** From the start of the process to its end. */
    double helpMillis() throws IOException, InterruptedException {
        long before = System.nanoTime();
        Process process = start("--help");
        try (BufferedReader lines = lines(process)) {
            lines.transferTo(Writer.nullWriter());
            if (process.waitFor() != 0) {
                throw new IOException("no help: " + Files.readString(errors));
            }
            return (System.nanoTime() - before) / 1e6;
        }
    }

    /** What a process that joined a while ago has in memory, for some processes one after another. */
    double[] idleMebibytes() throws IOException, InterruptedException {
        double[] mebibytes = new double[IDLE_PROCESSES];
        for (int i = 0; i < IDLE_PROCESSES; i++) {
            mebibytes[i] = idle("file:" + directory.resolve("store-" + i));
        }
        return mebibytes;
    }

    private double idle(String store) throws IOException, InterruptedException {
        Process process = start("peers", "start", "--store", store, "--peers", "4");
        try (BufferedReader lines = lines(process)) {
            if (lines.readLine() == null) {
                throw new IOException("nobody joined: " + Files.readString(errors));
            }
            if (process.waitFor(SETTLING_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("it did not stay: " + Files.readString(errors));
            }
            return residentKibibytes(process.pid()) / 1024.0;
        } finally {
            process.destroy();
            if (!process.waitFor(LEAVING_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    /** The launcher becomes the program: it has the same process id. */
    private static long residentKibibytes(long pid) throws IOException {
        List<String> status = Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"));
        if (!status.get(0).endsWith("java")) {
            throw new IOException("not the program but " + status.get(0));
        }
        return status.stream()
                .filter(line -> line.startsWith("VmRSS"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    private Process start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("./sardonyx"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(errors.toFile()).start();
    }

    private static BufferedReader lines(Process process) throws IOException {
        OutputStream nothing = process.getOutputStream();
        nothing.close();
        return new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    }

    @Override
    public void close() throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
