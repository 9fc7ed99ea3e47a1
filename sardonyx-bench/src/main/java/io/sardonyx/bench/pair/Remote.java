package io.sardonyx.bench.pair;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that was started for a half, seen from the one that started it. */
final class Remote implements AutoCloseable {

    private static final long LEAVING_SECONDS = 10;

    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    private Remote(Process process) {
        this.process = process;
        this.orders = new PrintStream(process.getOutputStream(), true, UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    }

    static Remote start(Class<? extends Half> half, List<String> flags) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), HalfProcess.class.getName()));
        command.add(half.getName());
        return new Remote(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    void tell(String order) {
        orders.println(order);
    }

    /** To the oldest order that was not answered yet. */
    String answer() throws IOException {
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("one of the processes ended");
        }
        return answer;
    }

    /** Ends it by SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    /** What reads no more orders ends; what does not is ended. */
    @Override
    public void close() {
        orders.close();
        try {
            if (!process.waitFor(LEAVING_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
