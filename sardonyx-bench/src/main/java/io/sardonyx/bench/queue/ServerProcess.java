package io.sardonyx.bench.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A process of this class path that answers lines, with what it uses of the machine. */
final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;
    private final PrintStream orders;

    private ServerProcess(String classPath, List<String> flags, List<String> command) throws IOException {
        var all = new ArrayList<String>();
        all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        all.addAll(flags);
        all.addAll(List.of("-cp", classPath));
        all.addAll(command);
        process = new ProcessBuilder(all)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        orders = new PrintStream(process.getOutputStream(), true, UTF_8);
    }

    /** The broker, as {@code sardonyx broker serve} runs it. */
    static ServerProcess broker(List<String> flags, Path directory) throws IOException {
        return new ServerProcess(
                System.getProperty("java.class.path"),
                flags,
                List.of(
                        "io.sardonyx.cli.Main",
                        "broker",
                        "serve",
                        "--port",
                        "0",
                        "--dir",
                        directory.toString(),
                        "--json"));
    }

    /** A broker of Kafka. */
    static ServerProcess kafka(List<String> flags, Path directory) throws IOException {
        return new ServerProcess(
                System.getProperty("java.class.path"),
                flags,
                List.of("io.sardonyx.bench.queue.KafkaServer", directory.toString()));
    }

    static ServerProcess cell(List<String> flags, String contender, String broker, int peers) throws IOException {
        return cell(System.getProperty("java.class.path"), flags, contender, broker, peers);
    }

    /** A contender of another class path; returns when it is ready. */
    static ServerProcess cell(String classPath, List<String> flags, String contender, String broker, int peers)
            throws IOException {
        var cell = new ServerProcess(
                classPath, flags, List.of(QueueCell.class.getName(), contender, broker, Integer.toString(peers)));
        cell.answer();
        return cell;
    }

    /** The next line that it says. */
    String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("a process ended before it answered");
        }
        return line;
    }

    /** The address that a broker says first. */
    String address() throws IOException {
        return Json.read(answer().getBytes(UTF_8)).at("broker").text();
    }

    QueueAnswer run(QueueTrial trial) throws IOException {
        orders.println(trial.line());
        return QueueAnswer.read(answer());
    }

    long cpuNanos() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    /** The most that was ever resident. */
    long peakMebibytes() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElse(0)
                    >> 10;
        }
    }

    @Override
    public void close() {
        orders.close();
        process.destroy();
        process.onExit().join();
    }
}
