package io.sardonyx.bench.growth;

import io.sardonyx.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The command {@code plan} on a scenario of so many peers, all but its JVM. */
final class Planning implements Work {

    private static final int JOBS = 100;

    private final int peers;
    private final Path scenario;

    Planning(int peers) throws IOException {
        this.peers = peers;
        this.scenario = Files.createTempFile("sardonyx-growth", ".json");
        String jobs = IntStream.range(0, JOBS)
                .mapToObj(i -> "{\"id\": \"job-" + i + "\", \"tasks\": [\"read\", \"a\", \"b\", \"c\", \"write\"]}")
                .collect(Collectors.joining(",\n"));
        Files.writeString(scenario, "{\"peers\": " + peers + ", \"jobs\": [" + jobs + "]}");
    }

    @Override
    public long run(long inputs) {
        var complaints = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(Writer.nullWriter()))
                .setErr(new PrintWriter(complaints))
                .execute("plan", scenario.toString());
        if (code != 0) {
            throw new IllegalStateException("plan ended with " + code + ": " + complaints);
        }
        return peers;
    }

    @Override
    public void close() throws IOException {
        Files.delete(scenario);
    }
}
