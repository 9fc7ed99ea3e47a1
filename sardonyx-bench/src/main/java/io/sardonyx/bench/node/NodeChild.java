package io.sardonyx.bench.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A node in a process of its own, which tells its figures when it is asked for them. */
final class NodeChild implements MeasuredNode {

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
        var node = new LocalNode(args[0], Integer.parseInt(args[1]), Duration.parse(args[2]));
        System.out.println(node.token());
        var orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            Figures figures = order.equals("collect") ? node.collected() : node.figures();
            System.out.println(figures.calls() + " " + figures.changes() + " " + figures.cpuNanos() + " "
                    + figures.liveBytes() + " " + figures.held());
        }
        Runtime.getRuntime().halt(0);
    }

    @Override
    public String token() {
        return token;
    }

    @Override
    public Figures figures() throws IOException {
        return ask("tell");
    }

    @Override
    public Figures collected() throws IOException {
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
