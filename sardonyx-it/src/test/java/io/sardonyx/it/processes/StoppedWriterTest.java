package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A node that is stopped in the middle of a write to an output, for longer than its lease, and goes on there when
 * another node has done the work. Public, since the job names a method.
 */
public class StoppedWriterTest {

    private static final int LINES = 3_000;
    private static final int STOPPED_AT = 1_500;
    private static final int SMALL_PART = 512;

    /** So long that a write of it fills a small part. */
    private static final String STOPS = "stops" + " ".repeat(2 * SMALL_PART);

    @TempDir
    private Path directory;

    /** The line, with the process that worked on it; one line stops that process when it is written. */
    public static CharSequence traced(String line) {
        String traced = ProcessHandle.current().pid() + " " + line;
        return line.startsWith(STOPS) ? new StoppingLine(traced, Path.of(line.substring(STOPS.length()))) : traced;
    }

    /** A line that stops the process in which it is first turned into text, and leaves the stack of that in a file. */
    private record StoppingLine(String line, Path stack) implements CharSequence {

        @Override
        public String toString() {
            try {
                Files.writeString(
                        stack,
                        Arrays.stream(new Throwable().getStackTrace())
                                .map(StackTraceElement::toString)
                                .collect(Collectors.joining("\n")),
                        StandardOpenOption.CREATE_NEW);
                String self = Long.toString(ProcessHandle.current().pid());
                new ProcessBuilder("kill", "-STOP", self).start().waitFor();
            } catch (FileAlreadyExistsException e) {
                return line;
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return line;
        }

        @Override
        public int length() {
            return line.length();
        }

        @Override
        public char charAt(int index) {
            return line.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return line.subSequence(start, end);
        }
    }

    private List<String> lines(Path stack) {
        var lines = new ArrayList<String>();
        for (int i = 0; i < LINES; i++) {
            lines.add(i == STOPPED_AT ? STOPS + stack : String.valueOf(i));
        }
        return lines;
    }

    /** Whether it is stopped: the third field of its status, behind its name in parentheses. */
    private static boolean isStopped(Member node) {
        try {
            return Files.readString(Path.of("/proc/" + node.pid() + "/stat")).contains(") T ");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * With large parts the end of the lease is noticed before anything is settled. With small ones the write publishes
     * a part before it returns, and only that another node has taken the part over keeps it from doing so.
     */
    @ParameterizedTest
    @ValueSource(ints = {64 << 20, SMALL_PART})
    void whatItWritesThenIsNeverPublished(int partBytes) throws Exception {
        Path stack = directory.resolve("stack");
        List<String> wanted = lines(stack);
        try (var nodes = new NodesOrdeal(directory, "file:" + directory.resolve("store"))) {
            nodes.file("one.txt", wanted);
            nodes.submit(StoppedWriterTest.class.getName() + "::traced", partBytes);
            Member former = nodes.node();
            nodes.await("a node that stops", () -> isStopped(former));
            long stopped = System.nanoTime();
            assertThat(stack).content().contains("FileOutput.write");
            nodes.node();
            nodes.awaitEnd();
            Duration twoLeases = NodesOrdeal.LEASE.multipliedBy(2);
            nodes.await("two leases", () -> System.nanoTime() - stopped >= twoLeases.toNanos());
            former.resume();
            nodes.await("the end of its lease", () -> former.said().contains("holds 0 partitions"));
            nodes.terminate();

            var found = new TreeSet<String>();
            for (String line : nodes.lines()) {
                String[] words = line.split(" ", 2);
                found.add(words[1]);
                boolean isLate = words[0].equals(Long.toString(former.pid())) && wanted.indexOf(words[1]) >= STOPPED_AT;
                assertThat(isLate).as(line).isFalse();
            }
            assertThat(found).isEqualTo(new TreeSet<>(wanted));
        }
    }
}
