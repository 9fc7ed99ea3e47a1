package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.GroupId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** One process of the program, and what it has said so far. */
final class Member implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final Pattern MEMBER = Pattern.compile("entry \\d+: group (\\S+) is a member");
    private static final Pattern HASH = Pattern.compile("entry (\\d+): replica (\\p{XDigit}{64})\n");

    private final Process process;
    private final Path output;

    Member(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL, without waiting for the end. */
    void strike() {
        process.destroyForcibly();
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        strike();
        exitCode();
    }

    /** SIGTERM; the exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        return exitCode();
    }

    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** SIGSTOP: alive, but it does nothing until it is resumed. */
    void pause() {
        signal("STOP");
    }

    /** SIGCONT. */
    void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            var kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
            assertThat(kill.waitFor()).isZero();
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** What it has used of a processor since its start. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    /** Under which id it last became a member. */
    Optional<GroupId> id() {
        return MEMBER.matcher(said())
                .results()
                .map(found -> GroupId.of(found.group(1)))
                .reduce((first, last) -> last);
    }

    /** What it says to have held after which entry. */
    Map<Long, String> hashes() {
        var hashes = new TreeMap<Long, String>();
        HASH.matcher(said()).results().forEach(found -> hashes.put(Long.parseLong(found.group(1)), found.group(2)));
        return hashes;
    }

    String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        strike();
    }
}
