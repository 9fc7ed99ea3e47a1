package io.sardonyx.bench.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import io.sardonyx.claim.NodeProcess;
import io.sardonyx.claim.NodeSettings;
import io.sardonyx.function.source.Functions;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A node in a process of its own, which tells its figures when it is asked for them. */
final class NodeChild implements AutoCloseable {

    /** What a node has used: see {@link CountingStore} and the JVM. */
    record Figures(long calls, long changes, long cpuNanos, long liveBytes, long held) {}

    private final Process process;
    private final BufferedReader answers;
    private final String token;

    /** Starts it. */
    NodeChild(String store, int workers, Duration lease) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseG1GC", "-Xms8m", "-Xmx512m", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(NodeChild.class.getName(), store, String.valueOf(workers), lease.toString()));
        this.process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        this.answers = process.inputReader(UTF_8);
        this.token = String.valueOf(answers.readLine());
    }

    public static void main(String[] args) throws IOException {
        var store = new CountingStore(Stores.open(args[0]));
        String token = UUID.randomUUID().toString();
        var settings =
                new NodeSettings(token, Integer.parseInt(args[1]), Duration.parse(args[2]), 3, InstantSource.system());
        int threads = Runtime.getRuntime().availableProcessors();
        var node = new NodeProcess(store, settings, Functions.onClassPath(), Secrets.none(), threads, state -> {});
        System.out.println(token);
        var orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            if (order.equals("collect")) {
                System.gc();
            }
            Runtime memory = Runtime.getRuntime();
            var machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            System.out.println(store.calls() + " " + store.changes() + " " + machine.getProcessCpuTime() + " "
                    + (memory.totalMemory() - memory.freeMemory()) + " "
                    + node.state().held().size());
        }
        Runtime.getRuntime().halt(0);
    }

    String token() {
        return token;
    }

    Figures figures() throws IOException {
        return ask("tell");
    }

    /** After a collection. */
    Figures collected() throws IOException {
        return ask("collect");
    }

    private Figures ask(String order) throws IOException {
        process.getOutputStream().write((order + "\n").getBytes(UTF_8));
        process.getOutputStream().flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("node " + token + " has ended");
        }
        String[] words = answer.split(" ", -1);
        return new Figures(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]));
    }

    /** SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
