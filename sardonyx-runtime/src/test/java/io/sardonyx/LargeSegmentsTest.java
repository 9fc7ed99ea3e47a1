package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Public, since jobs name its methods. Segments of a million bytes behind an output that is slow, in a small heap. */
@Timeout(300)
public class LargeSegmentsTest {

    private static final int SEGMENTS = 600;
    private static final int BYTES = 1_000 * 1_024;

    public static String large(long number) {
        return "x".repeat(BYTES) + number;
    }

    public static String same(String text) {
        return text;
    }

    /** Of whose size nobody is told. */
    public record Page(String url, String body) {}

    public static Page page(long number) {
        return new Page("page " + number, large(number));
    }

    public static Page samePage(Page page) {
        return page;
    }

    public static Page refuse(Page page) {
        if (page.body().length() > BYTES) {
            throw new IllegalArgumentException("I do not like " + page.url());
        }
        return page;
    }

    private static JobBuilder job(String how) {
        return switch (how) {
            case "made" ->
                Job.named(how).input("read", Inputs.numbers(SEGMENTS)).function("pass", LargeSegmentsTest::large);
            case "read" ->
                Job.named(how).input("read", Inputs.provided("texts")).function("pass", LargeSegmentsTest::same);
            case "made-records" ->
                Job.named(how).input("read", Inputs.numbers(SEGMENTS)).function("pass", LargeSegmentsTest::page);
            case "read-records" ->
                Job.named(how).input("read", Inputs.provided("pages")).function("pass", LargeSegmentsTest::samePage);
            default ->
                Job.named(how)
                        .input("read", Inputs.provided("pages"))
                        .task(
                                "pass",
                                it -> it.function(LargeSegmentsTest::refuse)
                                        .onError(ErrorPolicy.deadLettersTo(TaskName.of("write"))));
        };
    }

    /** All numbers become large in the second task, or are read as such; or all that is large is a dead letter. */
    public static void main(String[] args) throws InterruptedException {
        var written = new AtomicInteger();
        try (Cluster cluster = Cluster.local(3)) {
            Iterable<String> texts = () -> texts();
            cluster.provide("texts", texts);
            Iterable<Page> pages = () -> pages();
            cluster.provide("pages", pages);
            cluster.provide("slow", (Consumer<Object>) text -> {
                pause();
                written.incrementAndGet();
            });
            cluster.run(job(args[0])
                    .output("write", Outputs.callback("slow"))
                    .path("read", "pass", "write")
                    .build());
        }
        System.out.println(written + " written");
    }

    private static Iterator<String> texts() {
        return IntStream.range(0, SEGMENTS).mapToObj(LargeSegmentsTest::large).iterator();
    }

    private static Iterator<Page> pages() {
        return IntStream.range(0, SEGMENTS).mapToObj(LargeSegmentsTest::page).iterator();
    }

    private static void pause() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2);
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"made", "read", "made-records", "read-records", "letters"})
    void whatWaitsIsBoundedInBytes(String how) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LargeSegmentsTest.class.getName(),
                        how))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains(SEGMENTS + " written");
    }
}
